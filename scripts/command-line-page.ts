/**
 * Makes `docs/command-line.md` from the commands. A test compares the file with it;
 * `npx vitest run test/cli/framework/command-line-page.test.ts -u` rewrites the file.
 */

import type { Command, CommandSection, ListedCommand } from '../src/cli/framework/command.js';
import { EXIT_STATUS } from '../src/cli/framework/exit-status.js';
import { optionHead, usage } from '../src/cli/framework/help.js';
import { SECTIONS } from '../src/commands.js';

/** Stand once for all commands, by their heading in the help. */
const SHARED: Readonly<Record<string, string>> = {
  Configuration: 'And every option of [the configuration](configuration.md).',
  'Where the node is':
    'And those that say [where the node is](#how-commands-find-the-node): `--url`, `--key-file`, `--config`, `--data`, `--host`, `--port`.',
};

const HEAD = `# The command line

<!-- Made from src/cli; rewrite with: npx vitest run test/cli/framework/command-line-page.test.ts -u -->

\`tollgate\` is one program; in a checkout it is \`node dist/program/main.js\`. \`tollgate --help\` lists its commands and
\`tollgate COMMAND --help\` explains each. \`tollgate completion bash\` (or \`zsh\`, \`fish\`) prints a completion script.

## How commands find the node

- \`--url\`, else \`TOLLGATE_URL\`, names a node anywhere: by its URL, or as \`unix:/PATH\` of its Unix socket.
- Without either, a command manages the node of the configured data folder (\`--data\`, \`--config\`, their variables, or
  the defaults). A running node leaves its address in that folder.
- If no node runs on the folder, the command itself makes the change in the folder, as the node would, and then lets
  go of it. Meanwhile no provider is called, nothing expires, and a node that starts is refused, as a second node is.
- If this machine has no such folder, the node is looked for at the configured \`host\` and \`port\`.

The management key is read from the file that \`--key-file\` names, else from \`TOLLGATE_MANAGEMENT_KEY\`, else from the
file \`management-key\` that the first start left in the data folder. It is never part of a command line. A warning is
printed if the key goes to another machine without https.

## What they print

Results go to standard output, everything else to standard error. Amounts are in DA, times in UTC. Lists show the newest
50; \`--limit\` and \`--all\` change that. With \`--json\` a command prints one JSON document: the answer of the API
(\`/docs\` on the node describes it), or one list of all pages. A command that takes more than a second shows its progress
on a terminal.

On a terminal, a command asks before a change that cannot be undone; \`--yes\` skips the question. A script is not asked.

If the node is busy (429, 503), a command waits as long as the node asks and tries again, at most five times.

`;

export async function commandLinePage(): Promise<string> {
  const sections = await Promise.all(SECTIONS.map(sectionOf));
  return `${HEAD}## Exit status

| Status | |
|---|---|
${Object.values(EXIT_STATUS)
  .map(({ status, says }) => `| ${status} | ${says} |\n`)
  .join('')}
\`tollgate serve\` ends with 0 after SIGTERM or Ctrl-C, with 1 if it cannot start, and with 143 or 130 if a second signal
ended it at once. \`tollgate fuzz\` also ends with 130 after Ctrl-C.
${sections.join('')}`;
}

async function sectionOf({ title, commands }: CommandSection): Promise<string> {
  const parts = await Promise.all(commands.map(async (command) => commandOf(command, await command.load())));
  return `\n## ${title}\n${parts.join('')}`;
}

function commandOf({ name, summary }: ListedCommand, command: Command): string {
  const about = command.about.map((paragraph) => `${paragraph}\n\n`).join('');
  return `
### \`tollgate ${name}\`

${summary}.

${command.isPassedOn === true ? `\`tollgate ${name} --help\` lists its options.\n` : `${about}\`${usage(['tollgate', name], command)}\`\n\n${table(command)}\n${examples(command)}`}`;
}

function table(command: Command): string {
  const words = command.arguments.map(({ name, description }) => [name, description]);
  const options = command.options
    .filter(({ heading = '' }) => SHARED[heading] === undefined)
    .map((option) => [optionHead(option), option.description]);
  const rows = [...words, ...options]
    .map(([head = '', text]) => `| \`${head.replaceAll('|', '\\|')}\` | ${text} |\n`)
    .join('');
  const headings = new Set(command.options.map(({ heading = '' }) => heading));
  const shared = [...headings].flatMap((heading) => SHARED[heading] ?? []).map((line) => `${line}\n`);
  return [...(rows === '' ? [] : [`| | |\n|---|---|\n${rows}`]), ...shared].join('\n');
}

function examples({ examples }: Command): string {
  return `\`\`\`sh\n${examples.map(([line, purpose]) => `tollgate ${line}   # ${purpose}\n`).join('')}\`\`\`\n`;
}
