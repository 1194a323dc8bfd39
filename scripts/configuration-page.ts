/**
 * Writes `docs/configuration.md` from the table of options.
 *
 * A test compares the file with what this makes; `npx vitest run test/node/configuration-page.test.ts -u`
 * rewrites it.
 */
import {
  OPTION_KEYS,
  OPTIONS,
  type OptionKey,
  optionName,
  printedFallback,
  variableName,
} from '../src/node/options.js';

const HEAD = `# Configuration

<!-- Made from src/node/options.ts; rewrite with: npx vitest run test/node/configuration-page.test.ts -u -->

An option is called by one word everywhere: \`retention-days\` in the configuration file,
\`--retention-days\` on the command line, \`TOLLGATE_RETENTION_DAYS\` in the environment. The command line
beats the environment, the environment the file, the file the default.

- A variable that is set to nothing counts as not set. One that looks like a mistyped option is refused;
  any other \`TOLLGATE_*\` variable is none of the gateway's business.
- Lists are comma-separated on the command line and in the environment, and lists in the file.
- Relative paths count from the current folder; in the file, from the folder of the file.
- A wrong option, variable or file is one line on standard error that names it (in the file with its line),
  and exit status 2.

## Options

| Option | Environment | Value | Default | |
|---|---|---|---|---|
`;

const TAIL = `
\`config\` is the one option that the file itself cannot have.

## From the environment alone

\`TOLLGATE_MANAGEMENT_KEY\` sets the operator's management key of the account \`acct_default\`: 32 to 200
printable ASCII characters without spaces. A changed value replaces the old key. Where it is not set, the
first start makes a key and writes it to a file in the data folder.

## Command-line switches

\`serve --demo\` makes a fresh demo key with credit and prints an example that uses it; only on a loopback
address, and while no real provider is configured. \`--help\` and \`--version\` print and exit.

## The file

YAML or JSON, at most 1 MiB. Keys that do not exist are refused, by line. [tollgate.yaml](tollgate.yaml) has every option
with what it means, its unit, its bounds and its default, each commented out: a file to begin with. A short one:

\`\`\`yaml
port: 9000
data: /var/lib/tollgate
public-url: https://gateway.example.com
trusted-proxies: [10.0.0.0/8]

providers:
  simulated:
    kind: simulated
    models:
      sim/video:
        price-per-second: 0.25 # DA, at most six decimals
        seconds: { min: 1, max: 30, default: 4 } # of video, at most three decimals
        deadline-minutes: 15
\`\`\`

\`providers\` names what runs the models, each with the \`kind\` of its adapter. The only kind there is so
far is \`simulated\`, which is also what runs without this section. Under \`models\`, everything is optional
and replaces what the provider itself offers.
`;

export function configurationPage(): string {
  return HEAD + OPTION_KEYS.map(row).join('') + TAIL;
}

function row(key: OptionKey): string {
  const { description, kind } = OPTIONS[key];
  const fallback = printedFallback(key);
  const cells = [
    `\`${optionName(key)}\``,
    `\`${variableName(key)}\``,
    `\`${kind.placeholder.replaceAll('|', '\\|')}\``,
    fallback === undefined ? '' : `\`${fallback}\``,
    description,
  ];
  return `| ${cells.join(' | ')} |\n`;
}
