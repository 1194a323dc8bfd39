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

\`tollgate\` is one program; in a checkout it is \`node dist/src/main.js\`. \`tollgate --help\` lists its commands and
\`tollgate COMMAND --help\` tells of each. \`tollgate completion bash\` (or \`zsh\`, \`fish\`) prints a script that completes them.

## How commands find the node

- \`--url\`, else \`TOLLGATE_URL\`, names a node, here or elsewhere, by its URL or as \`unix:/PATH\` of its Unix socket.
- Without either it is the node of the data folder that the configuration names (\`--data\`, \`--config\`, their variables, or
  the defaults), at the address that it listens on. Such a node leaves its address in the folder while it runs.
- Where no node runs on that folder, the folder itself is managed: the command does within its own process what the node
  would do, and lets go of the folder. Nothing else goes on meanwhile: no provider is called and nothing expires. A node
  that starts at that instant is refused, as a second node is.
- Where there is no such folder on this machine, the node is looked for at the configured \`host\` and \`port\`.

The management key is the text of the file that \`--key-file\` names, else \`TOLLGATE_MANAGEMENT_KEY\`, else the file
\`management-key\` that the first start left in the data folder. It is never part of a command line. Sent to another
machine it should go by https; a warning says so where it does not.

## What they print

What a command found out goes to standard output; what it says on the way, to standard error. Amounts are in DA, times in
UTC. Lists show the newest 50; \`--limit\` and \`--all\` change that. With \`--json\` a command prints one JSON document, which
is what the API answers (\`/docs\` on the node describes it); a list is one list of all its pages.
Where a command takes more than a second, a terminal shows how far it is.

What cannot be undone is asked about first, on a terminal; \`--yes\` does without. A script is not asked.

A node that puts a request off (429, 503) is asked again after the wait that it names, at most five times.

`;

export async function commandLinePage(): Promise<string> {
  const sections = await Promise.all(SECTIONS.map(sectionOf));
  return `${HEAD}## Exit status

| Status | |
|---|---|
${Object.values(EXIT_STATUS)
  .map(({ status, says }) => `| ${status} | ${says} |\n`)
  .join('')}
\`tollgate serve\` ends with 0 after SIGTERM or Ctrl-C, with 1 where it could not start, and with 143 or 130 where a
second signal ended it at once.
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

${command.isPassedOn === true ? `\`tollgate ${name} --help\` tells of its options.\n` : `${about}\`${usage(['tollgate', name], command)}\`\n\n${table(command)}\n${examples(command)}`}`;
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
