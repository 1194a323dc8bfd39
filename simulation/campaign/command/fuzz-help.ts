/** The help text of `fuzz`. */
export const FUZZ_HELP = `Usage: npm run fuzz -- [OPTION]...
       tollgate fuzz [OPTION]...

Runs histories made from seeds in a simulated world and checks each against the rules. Ends with status 0
where every rule held, 1 where one was broken, 2 where the options are wrong or a file cannot be written, and
130 after Ctrl-C.

    --seed N
        The seed of the first run, a whole number; run n takes N + n. Default: by chance, and printed.
    --runs N
        Ends after so many runs. Not with --minutes.
    --minutes M
        Ends after the run in which so much time is up. Default 1.
    --faults none|light|heavy
        How much goes wrong around what is tested. Default: each run takes the level that follows from its
        seed; one in four runs none, two light, one heavy.
    --model window|ledger|job|node|process|http
        What is tested: the rolling window, the ledger or the job machine by itself, or a whole node.
        Default node. With process, a real process is the node: real time, HTTP, a database on disk, kill -9.
        A run takes some 20 s, what it finds is not shrunk, and a replay may go another way. With http, odd
        requests and raw bytes go to a real server, and each answer is held against the contract; a run is
        one connection.
    --corpus DIR
        With http: where inputs that were answered in a new way are kept, to be changed into others.
        Default fuzz-corpus/http.
    --keep-going
        Does not end at the first run that breaks a rule.
    --trace-dir DIR
        Where the traces of failures go. Default fuzz-failures.
    --trace FILE
        With --runs 1: writes the trace of the run, whole, also where no rule was broken. For --replay.
    --coverage FILE
        Writes which transitions of the state machines were taken: as Markdown with state charts
        if the name ends in .md, else as text.
    --digest
        Adds a SHA-256 of all traces to the summary: the same for the same seed and runs, on every machine.
    --json
        JSON lines on standard output: one for each failure, and a summary.
    --replay FILE
        Runs the history of a trace file again and steps through it. On a terminal: Enter or space for the
        next line, c for all that is left, q to leave.
    --help
        Print this text and exit.
`;
