"""What device_peers.py times: nothing that no row shows, and omega once. Neither PyTorch nor a card is needed."""
import argparse
import unittest

import device_peers as peers


class Asked(unittest.TestCase):
    """Of each length: who is timed, by a stand-in for what times them."""

    def compare(self, tokens, before, measured=None):
        timed = []

        class Length:
            found = dict.fromkeys((name for names in peers.PEERS.values() for name in names), 1.0)

            def __init__(self, tokens, every):
                del tokens, every

            def time(self, ours, names):
                timed.extend(names)
                return ours or dict.fromkeys(peers.methods_at(tokens), {"omega_ms": 1.0})

            def show(self, row, peer, name):
                del row, peer
                shown.add(name)

        shown = set()
        peers.ASKED, peers.Length = argparse.Namespace(measured=measured), Length
        peers.compare(tokens, {}, before)
        self.assertEqual(len(timed), len(set(timed)))
        self.assertEqual(set(timed), shown - {"omega's softmax"})
        return timed

    def test_what_is_timed_is_shown(self):
        every = {name for names in peers.PEERS.values() for name in names}
        self.assertEqual(set(self.compare(1024, {})), every)
        self.assertEqual(set(self.compare(65536, {})), every)
        for tokens in (262144, 1048576):
            self.assertEqual(self.compare(tokens, {}), ["eager rfa", "flash bf16", "eager lara", "eager eva"])

    def test_beside_what_was_measured_before(self):
        before = {("rfa", 1024): {"omega_ms": 1.0}, ("softmax tf32", 2048): {"omega_ms": 1.0}}
        self.assertEqual(self.compare(1024, before, "bench.json"), ["eager rfa", "flash bf16"])
        self.assertEqual(self.compare(2048, before, "bench.json"), ["memory-efficient"])

    def test_a_length_that_was_not_measured_before_is_left_out(self):
        with self.assertRaises(peers.Failed):
            self.compare(4096, {("rfa", 1024): {"omega_ms": 1.0}}, "bench.json")


if __name__ == "__main__":
    unittest.main()
