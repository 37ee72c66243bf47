#include "command_line.h"

int main(int count, char** words) { return omega::command::run_command_line(count, words); }
