// omega info, and files of every kind as --input.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "command/calls.h"
#include "io/npy_header.h"

using namespace omega::test;

namespace {

std::string words_file(const Folder& folder) {
  std::ofstream(folder.file("words.txt")) << "one two three two one";
  return folder.file("words.txt");
}

}  // namespace

TEST_CASE("info lists arrays and says how they would be read", "[command]") {
  const Folder folder;
  const std::string file = sequence_in(folder, "a.npz", 5, 7, 4);
  const Json json = json_of({"info", file});
  CHECK(json["format"] == "npz");
  CHECK(json["arrays"].size() == 3);
  CHECK(json["read_as"]["q"]["shape"] == std::vector<int>{5, 4});
  CHECK(json["read_as"]["k"]["shape"] == std::vector<int>{7, 4});
  CHECK(output_of({"info", file}).find("read as attention input") != std::string::npos);
}

TEST_CASE("info reads headers only: arrays larger than any memory are listed, and refused where they are used",
          "[command]") {
  const Folder folder;
  constexpr std::uintmax_t kTebibyte = std::uintmax_t{1} << 40;
  const omega::Index tokens = omega::Index{1} << 32, dim = 64;
  const std::string npy = folder.file("huge.npy"), tensors = folder.file("huge.safetensors");
  std::ofstream(npy, std::ios::binary) << omega::npy_preamble(omega::Dtype::f32, {tokens, dim});
  std::string table = "{";
  for (const int i : {0, 1, 2})
    table += std::string(i > 0 ? "," : "") + "\"" + "QKV"[i] +
             R"(":{"dtype":"F32","shape":[4294967296,64],"data_offsets":[)" + std::to_string(i * kTebibyte) + "," +
             std::to_string((i + 1) * kTebibyte) + "]}";
  table += "}";
  const std::uint64_t length = table.size();
  std::ofstream(tensors, std::ios::binary).write(reinterpret_cast<const char*>(&length), 8) << table;
  std::error_code failed;
  std::filesystem::resize_file(npy, std::filesystem::file_size(npy) + kTebibyte, failed);
  if (!failed) std::filesystem::resize_file(tensors, std::filesystem::file_size(tensors) + 3 * kTebibyte, failed);
  if (failed) {
    WARN("no file of 3 TiB can be made here: " << failed.message());
    return;
  }
  for (const std::string& file : {npy, tensors}) {
    INFO(file);
    const Json json = json_of({"info", file});
    CHECK(json["read_as"]["k"]["shape"] == std::vector<std::int64_t>{tokens, dim});
    CHECK(json["read_as"]["q"]["type"] == "float32");
    const Outcome used = call({"estimate", "--method", "rfa", "--input", file, "--output", folder.file("y.npz")});
    CHECK(used.exit_code == 2);
    CHECK(used.is_one_line());
    CHECK(used.err.find("huge.") != std::string::npos);
    CHECK(used.err.find("needs 1.0 TiB of memory, but") != std::string::npos);
  }
  CHECK(call({"info", npy, "--head", "0"}).exit_code == 2);  // what does not fit is still said
}

TEST_CASE("info keeps its list where a file is no attention input, and ends with 2", "[command]") {
  const Folder folder;
  const std::string file = sequence_in(folder, "a.npz", 5, 5, 4);
  const Outcome outcome = call({"info", file, "--q", "W", "--k", "K", "--v", "V"});
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.is_one_line());
  CHECK(outcome.err.find("\"W\"") != std::string::npos);
  CHECK(outcome.out.find("float32") != std::string::npos);
}

TEST_CASE("a picture and a text of omega synth are inputs, and what was done is said", "[command]") {
  const Folder folder;
  output_of({"synth", "image", "--n", "64", "--output", folder.file("p.png")});
  output_of({"synth", "text", "--n", "30", "--output", folder.file("t.txt")});
  CHECK(json_of({"info", folder.file("p.png")})["read_as"]["grid"] == std::vector<int>{32, 32});
  CHECK(output_of(
            {"compare", "--input", folder.file("p.png"), "--patch", "8", "--methods", "softmax,rfa", "--draws", "2"})
            .find("8x8 patches") != std::string::npos);
  CHECK(output_of({"compare", "--input", folder.file("t.txt"), "--methods", "softmax,rfa", "--draws", "2"})
            .find("became tokens") != std::string::npos);
  CHECK(json_of({"info", words_file(folder)})["read_as"]["labels"] ==
        std::vector<std::string>{"one", "two", "three", "two", "one"});
}

TEST_CASE("results are written in the format that the name ends in", "[command]") {
  const Folder folder;
  const std::string input = words_file(folder);
  output_of({"estimate", "--method", "softmax", "--input", input, "--want", "y", "--output", folder.file("y.csv")});
  CHECK(bytes_of(folder.file("y.csv")).find("\"seed\":0") != std::string::npos);
  output_of({"estimate", "--method", "softmax", "--input", input, "--output", folder.file("all.json")});
  CHECK(Json::parse(bytes_of(folder.file("all.json")))["arrays"]["y"]["shape"] == std::vector<int>{4, 5, 32});
  CHECK(call({"estimate", "--method", "softmax", "--input", input, "--output", folder.file("all.npy")}).exit_code == 2);
}

TEST_CASE("input options that do not fit the input are refused by name", "[command]") {
  const Folder folder;
  const std::string file = sequence_in(folder, "a.npz", 5, 5, 4);
  for (const Words& words :
       {Words{"compare", "--input", file, "--patch", "4"}, Words{"compare", "--preset", "spiral", "--patch", "4"},
        Words{"info", file, "--patch", "x"}}) {
    const Outcome outcome = call(words);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.is_one_line());
    CHECK(outcome.err.find("--patch") != std::string::npos);
  }
}

TEST_CASE("the answers say how the input was read, and by which command they come again", "[command]") {
  const Folder folder;
  output_of({"synth", "text", "--n", "30", "--output", folder.file("a text.txt")});
  const Words reading{"--input", folder.file("a text.txt"), "--max-tokens", "12", "--embedding-seed", "5"};
  const auto with = [&](Words words, const Words& more) {
    words.insert(words.end(), reading.begin(), reading.end());
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  const Json estimated =
      json_of(with({"estimate", "--method", "rfa", "--seed", "3"}, {"--output", folder.file("y.json")}));
  const std::string command = estimated["command"];
  CHECK(command.find("--input 'a text.txt' --max-tokens 12 --embedding-seed 5") != std::string::npos);
  CHECK(command.find("--seed 3") != std::string::npos);
  CHECK(estimated["input"]["options"]["embedding-seed"] == "5");
  CHECK(estimated["input"]["how"][1].get<std::string>().find("seed 5") != std::string::npos);
  CHECK(Json::parse(bytes_of(folder.file("y.json")))["provenance"]["command"] == command);
  const Json compared =
      json_of(with({"compare", "--methods", "softmax,rfa", "--draws", "2"}, {"--output", folder.file("t.csv")}));
  CHECK(compared["command"].get<std::string>().find("compare --input 'a text.txt' --max-tokens 12") !=
        std::string::npos);
  CHECK(compared["input"]["file"] == "a text.txt");
  CHECK(bytes_of(folder.file("t.csv")).find("random embeddings") != std::string::npos);
}

TEST_CASE("the command of a result makes it again, to the byte", "[command]") {
  const Folder folder;
  output_of({"synth", "text", "--n", "30", "--output", folder.file("text.txt")});
  output_of({"estimate",
             "--method",
             "lara",
             "--input",
             folder.file("text.txt"),
             "--heads",
             "2",
             "--max-tokens",
             "16",
             "--opt",
             "landmarks=4",
             "--seed",
             "9",
             "--draw",
             "1",
             "--want",
             "y,ess",
             "--precision",
             "f64",
             "--output",
             folder.file("a.json")});
  std::istringstream command(Json::parse(bytes_of(folder.file("a.json")))["provenance"]["command"].get<std::string>());
  Words words;
  for (std::string word; command >> word;) words.push_back(word == "text.txt" ? folder.file(word) : word);
  REQUIRE(words.at(0) == "omega");
  words.erase(words.begin());
  words.insert(words.end(), {"--output", folder.file("b.json")});
  output_of(words);
  CHECK(bytes_of(folder.file("a.json")) == bytes_of(folder.file("b.json")));
}

TEST_CASE("info names the options that read what is not finite", "[command]") {
  const Folder folder;
  const Outcome outcome = call({"info", folder.write("a.csv", "1,nan\n2,3\n").string()});
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.err.find("--zero-nonfinite reads them as 0, --allow-nonfinite as they are") != std::string::npos);
}

TEST_CASE("names out of a file cannot steer the terminal", "[command]") {
  const Folder folder;
  std::ofstream(folder.file("a.csv")) << "\x1b[31ma,\xc2\x9b"
                                         "b,\xe2\x80\xae"
                                         "c\n1,2,3\n";
  const std::string long_name(5000, 'x');
  std::ofstream(folder.file("b.csv")) << long_name << "\n1\n";
  for (const Words& words : {Words{"info", folder.file("a.csv")}, Words{"info", folder.file("a.csv"), "--json"}}) {
    const std::string text = output_of(words);
    CHECK(text.find('\x1b') == std::string::npos);
    CHECK(text.find("\xc2\x9b") == std::string::npos);
  }
  CHECK(output_of({"info", folder.file("a.csv")}).find("\\x1b[31ma .. \\xe2\\x80\\xaec") != std::string::npos);
  CHECK(output_of({"info", folder.file("b.csv")}).size() < 1000);
}

TEST_CASE("an ending that is not what is written is refused", "[command]") {
  const Folder folder;
  const std::string input = sequence_in(folder, "in.npz", 6, 6, 4);
  for (const Words& words :
       {Words{"synth", "image", "--output", folder.file("i.npz")},
        Words{"synth", "image", "--output", folder.file("i.jpg")},
        Words{"synth", "text", "--output", folder.file("i.png")},
        Words{"synth", "smooth", "--output", folder.file("i.png")},
        Words{"estimate", "--method", "rfa", "--input", input, "--output", folder.file("i.xyz")}}) {
    const Outcome outcome = call(words);
    INFO(outcome.err);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.is_one_line());
    CHECK(outcome.err.find("must end in") != std::string::npos);
    if (words.front() == "estimate") CHECK(outcome.err.find(".npz, .json, .npy or .csv") != std::string::npos);
  }
  CHECK(folder.count() == 1);
  const Outcome unknown = call({"synth", "nope", "--output", folder.file("a.npz")});
  CHECK(unknown.err.find("image, text") != std::string::npos);
}

TEST_CASE("what does not fit a method names the file", "[command]") {
  const Folder folder;
  const std::string cross = sequence_in(folder, "cross.npz", 6, 9, 4);
  for (const Words& words : {Words{"estimate", "--method", "local", "--input", cross, "--output", folder.file("y.npz")},
                             Words{"compare", "--methods", "local", "--input", cross}})
    CHECK(call(words).err.find("\"cross.npz\"") != std::string::npos);
}

TEST_CASE("info makes no embeddings, and what would not fit into memory is refused", "[command]") {
  const Folder folder;
  output_of({"synth", "image", "--n", "64", "--output", folder.file("p.png")});
  CHECK(json_of({"info", folder.file("p.png"), "--heads", "64", "--dim", "128"})["read_as"]["q"]["shape"] ==
        Json({64, 1024, 128}));
  const Outcome outcome = call({"info", folder.file("p.png"), "--dim", "1", "--heads", "65536"});
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.err.find("1024 tokens of 65536 heads x 1 dimension") != std::string::npos);
}
