/** The help text, made from the table of options. */
import { OPTION_KEYS, OPTIONS, type OptionKey, optionName, printedFallback } from './options.js';
import { wrap } from './wrapped-text.js';

const WIDTH = 100;
const INDENT = 4;

const HEAD = `Usage: tollgate serve [--demo] [OPTION]...
       tollgate fuzz [OPTION]...

serve serves the gateway until it is told to stop (SIGTERM, Ctrl-C). fuzz runs it in a simulated world,
in search of histories that break a rule; "tollgate fuzz --help" tells of its options. Those of serve:

    --demo
        Make a fresh demo key with credit and print an example that uses it.
        Only on a loopback address, and while no real provider is configured.
    --help
        Print this text and exit.
    --version
        Print the version and exit.

Each option can also be set in the environment (--retention-days as TOLLGATE_RETENTION_DAYS) and in the
file that --config names (as retention-days). The command line beats the environment, the environment
the file, the file the default. TOLLGATE_MANAGEMENT_KEY, in the environment only, sets the operator's
management key: 32 to 200 printable ASCII characters without spaces.

Options:
`;

export function helpText(): string {
  return HEAD + OPTION_KEYS.map(entry).join('');
}

function entry(key: OptionKey): string {
  const { description, kind } = OPTIONS[key];
  const fallback = printedFallback(key);
  const text = fallback === undefined ? description : `${description} Default ${fallback}.`;
  const indent = ' '.repeat(2 * INDENT);
  return `${' '.repeat(INDENT)}--${optionName(key)} ${kind.placeholder}\n${wrap(text, WIDTH - indent.length)
    .map((line) => `${indent}${line}\n`)
    .join('')}`;
}
