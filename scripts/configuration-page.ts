/**
 * Writes `docs/configuration.md` from the table of options.
 *
 * A test compares the file with what this makes; `npx vitest run test/node/config/configuration-page.test.ts
 * -u` rewrites it.
 */
import {
  OPTION_SECTIONS,
  OPTIONS,
  type OptionKey,
  optionName,
  printedFallback,
  variableName,
} from '../src/node/config/options/options.js';
import { BOUND_KEYS, boundName } from '../src/node/config/provider-settings.js';

const HEAD = `# Configuration

<!-- Made from src/node/config/options/options.ts; rewrite with: npx vitest run test/node/config/configuration-page.test.ts -u -->

An option is called by one word everywhere: \`retention-days\` in the configuration file,
\`--retention-days\` on the command line, \`TOLLGATE_RETENTION_DAYS\` in the environment. The command line
beats the environment, the environment the file, the file the default.

- A variable that is set to nothing counts as not set. A variable that looks like a mistyped option is refused;
  any other \`TOLLGATE_*\` variable is none of the gateway's business.
- Lists are comma-separated on the command line and in the environment, and lists in the file.
- Relative paths count from the current folder; in the file, from the folder of the file.
- A wrong option, variable or file is one line on standard error that names it (in the file with its line),
  and exit status 2.
- The last column says when a changed value is taken: at a *reload* (SIGHUP, see [running.md](running.md)), or at the next
  *start*. The log names what changed and waits for that.

[tollgate.yaml](tollgate.yaml) is a configuration file with all of this in comments; \`tollgate init\` writes it, and
\`tollgate check\` judges a file without starting a node.
`;

const TABLE = `
| Option | Environment | Value | Default | | Taken at |
|---|---|---|---|---|---|
`;

/** The bounds that each provider may have for itself. */
const BOUND_ROWS = BOUND_KEYS.map(
  (key) => `| \`${boundName(key)}\` | as \`${optionName(key)}\`, for this provider alone |\n`,
).join('');

const TAIL = `
\`config\` is the one option that the file itself cannot have.

## From the environment alone

\`TOLLGATE_MANAGEMENT_KEY\` sets the operator's management key of the account \`acct_default\`: 32 to 200
printable ASCII characters without spaces. A changed value replaces the old key. If it is not set, the
first start makes a key and writes it to a file in the data folder.

## Command-line switches

\`serve --demo\` prints a link that signs in to the dashboard and an example with a fresh demo key; on a loopback
address, and while no real provider is configured. \`--help\` and \`--version\` print and exit.

## The file

YAML or JSON, at most 1 MiB. Keys that do not exist are refused, by line.

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
      sim/video-flaky:
        offered: false # takes no new jobs; those that it has go on
\`\`\`

\`providers\` names what runs the models, each with the \`kind\` of its adapter: \`simulated\`, which is also what runs
without this section, or one of those in [providers.md](providers.md). Under the \`models\` of an entry everything is
optional and replaces what the provider itself offers. Real services offer none by themselves: \`models\` at the top names
models and their [routes](providers.md#models-and-routes). A reload takes both sections whole. A job keeps the price, the
reserve, the deadline and the routes that it was accepted with.

Besides the settings of its kind, the entry of a provider may have:

| Setting | Value |
|---|---|
| \`url\` | base URL of the service. A known service has its public one by default; set another for tests, proxies and regions. http, and an address of a private network, are taken here and nowhere else: every other URL (results, redirects, images) is called only if it is https and leads to a public address |
| \`key-env\` | name of the environment variable that holds the key for the service, of A-Z, 0-9 and _ |
| \`key-file\` | file that holds it, in one line. The key itself never stands in the configuration |
${BOUND_ROWS}
\`payments\` names the service at which people pay for credit: \`kind\` (\`chargily\`), \`key-env\` or \`key-file\` as above,
\`mode\` (\`live\`, the default, or \`test\`), and \`url\` in place of the service's own base, \`/api/v2\` included. It needs
\`public-url\`, to which the service sends its notices ([payments.md](payments.md)). The kind \`simulated\` has no other
setting, and is the default of a node on a loopback address without real providers; other nodes have none.

A start, \`tollgate check\` and a reload read the keys; one that is missing, empty or cannot be read is a mistake like any
other. A reload takes a file that holds another key now. Calls under way end with the key that they began with.

## What is fixed

Bounds that no option moves: they follow from the contract, from the parts that a node is made of, or nobody needs another
value.

| Bound | Value |
|---|---|
| header of a request | 4 KiB and 100 fields, by the HTTP library |
| connection that is idle, slow with its header, or takes nothing | 8 to 12 seconds, by the HTTP library |
| unwanted body that is passed over to keep the connection | 64 MiB announced |
| depth of JSON | 64 levels |
| fields of a form | 256 |
| prompt | 10,000 characters |
| page of a list | 100 entries; activity 366 days |
| credit that a key receives in its life | 1,000,000,000 DA |
| operation | twice \`gate-time-limit-ms\`, and what a message may wait to be handled, and five seconds |
| pause between two chunks of a result | 30 seconds |
| attempts to submit a job on one route | 8, after pauses that double from 0.1 to 5 seconds, and are up to half longer |
| interval of polls | from 0.25 to 20 seconds; what a provider asks for, from 0.05 to 60 seconds |
| last questions before jobs expire | 256 under way for a model, each waiting 30 seconds at most |
| commit | 8,192 writes; more wait for the next |
| note of windows | four times a second: what \`kill -9\` can make them forget |
| sweep of what has been kept long enough | every ten seconds |
| results of the simulated provider in memory | 4 MiB |
| path of the Unix socket | 107 bytes |
| configuration file | 1 MiB |
`;

export function configurationPage(): string {
  const sections = OPTION_SECTIONS.map(
    ({ title, keys }) => `\n## ${title}\n${TABLE}${keys.map(row).join('')}`,
  );
  return HEAD + sections.join('') + TAIL;
}

function row(key: OptionKey): string {
  const { description, kind, taken } = OPTIONS[key];
  const fallback = printedFallback(key);
  const cells = [
    `\`${optionName(key)}\``,
    `\`${variableName(key)}\``,
    `\`${kind.placeholder.replaceAll('|', '\\|')}\``,
    fallback === undefined ? '' : `\`${fallback}\``,
    description,
    taken === 'at_reload' ? 'reload' : 'start',
  ];
  return `| ${cells.join(' | ')} |\n`;
}
