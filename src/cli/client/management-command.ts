/**
 * Commands that ask a node for one thing: a record, or a list of records. What is theirs is said in the command; what all
 * have alike (the way to the node, `--json`, the question before what cannot be undone) is here.
 */
import type { ArgumentSpec, Command, CommandIo, GivenArguments, OptionSpec } from '../framework/command.js';
import { confirm, YES_OPTION } from '../framework/confirm.js';
import { DONE } from '../framework/exit-status.js';
import { NODE_ACCESS, withNode } from './find-node.js';
import { LIST_OPTIONS, type ListedRows, printList } from './list-output.js';
import type { ApiRequest, ManagementApi } from './management-api.js';

const JSON_OPTION: OptionSpec = { name: 'json', description: 'Print the JSON that the API answers.' };

interface ManagementCommand extends Pick<Command, 'about' | 'examples'> {
  readonly arguments?: readonly ArgumentSpec[];
  /** Its own. */
  readonly options?: readonly OptionSpec[];
  /** What the node is asked. Throws `ConfigError` for what was given wrongly, before any node is looked for. */
  request(given: GivenArguments): ApiRequest;
}

export interface RecordCommand<Item> extends ManagementCommand {
  /** What is said on a terminal, and agreed to, before anything is done. With it comes `--yes`. */
  question?(api: ManagementApi, given: GivenArguments): Promise<string>;
  /** To people; with `--json` the answer is printed as it is. */
  show(item: Item, io: CommandIo, given: GivenArguments): void;
  /** What is said of it besides, on standard error. */
  remark?(item: Item, isReplay: boolean): string | undefined;
  /** The exit status; `DONE` where it is left out. */
  status?(item: Item): number;
}

export function recordCommand<Item>(own: RecordCommand<Item>): Command {
  const { question } = own;
  const options = [...(question === undefined ? [] : [YES_OPTION]), JSON_OPTION];
  return managementCommand(own, options, async (api, request, given, io) => {
    if (question !== undefined && !given.has('yes') && io.ask !== undefined)
      await confirm(await question(api, given), io);
    const { json, isReplay } = await api.answer(request);
    if (given.has('json')) io.out.write(`${JSON.stringify(json)}\n`);
    else own.show(json, io, given);
    const remark = own.remark?.(json, isReplay);
    if (remark !== undefined) io.err.write(`${remark}\n`);
    return own.status?.(json) ?? DONE;
  });
}

export interface ListCommand<Row> extends ManagementCommand {
  rows(io: CommandIo): ListedRows<Row>;
}

export function listCommand<Row>(own: ListCommand<Row>): Command {
  return managementCommand(own, LIST_OPTIONS, async (api, request, given, io) => {
    await printList(api, request, given, io, own.rows(io));
    return DONE;
  });
}

function managementCommand(
  own: ManagementCommand,
  options: readonly OptionSpec[],
  work: (api: ManagementApi, request: ApiRequest, given: GivenArguments, io: CommandIo) => Promise<number>,
): Command {
  return {
    arguments: own.arguments ?? [],
    options: [...(own.options ?? []), ...options, ...NODE_ACCESS],
    about: own.about,
    examples: own.examples,
    async run(given, io) {
      const request = own.request(given);
      return await withNode(given, io, (api) => work(api, request, given, io));
    },
  };
}
