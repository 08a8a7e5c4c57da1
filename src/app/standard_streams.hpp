#pragma once

namespace resnet_bench {

/// To be called before any file is opened. A closed stdin, stdout or stderr becomes /dev/null, for
/// the next file opened would take its number and get our messages. A pipe whose reader has gone
/// away no longer ends the process: a run goes on when the one who watched it leaves.
void secure_standard_streams();

/// Throws RunError where what was printed did not all arrive, on a full disk for example. A reader
/// that has gone away (`| head -1`) has what it wanted.
void finish_stdout();

}  // namespace resnet_bench
