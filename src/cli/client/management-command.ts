/**
 * Commands that ask a node for a record or for a list of records. A command names what is its own; what all
 * of them share is here: access to the node, `--json`, and the question before a change that cannot be
 * undone.
 */
import type { ArgumentSpec, Command, CommandIo, GivenArguments, OptionSpec } from '../framework/command.js';
import { confirm, YES_OPTION } from '../framework/confirm.js';
import { DONE } from '../framework/exit-status.js';
import { NODE_ACCESS, withNode } from './find-node.js';
import { LIST_OPTIONS, type ListedRows, printList } from './list-output.js';
import type { ApiRequest, ManagementApi } from './management-api.js';

const JSON_OPTION: OptionSpec = { name: 'json', description: 'Print the answer of the API as JSON.' };

interface ManagementCommand extends Pick<Command, 'about' | 'examples'> {
  readonly arguments?: readonly ArgumentSpec[];
  /** Its own options. */
  readonly options?: readonly OptionSpec[];
  /** The request to the node. Throws `ConfigError` for wrong arguments, before any node is looked for. */
  request(given: GivenArguments): ApiRequest;
}

export interface RecordCommand<Item> extends ManagementCommand {
  /** A warning that the user of a terminal has to agree to. The command then takes `--yes`. */
  warning?(api: ManagementApi, given: GivenArguments): Promise<string>;
  /** Not called with `--json`: the answer is then printed as it is. */
  show(item: Item, io: CommandIo, given: GivenArguments): void;
  /** A line for standard error. */
  remark?(item: Item, isReplay: boolean): string | undefined;
  /** The exit status; `DONE` if left out. */
  status?(item: Item): number;
}

export function recordCommand<Item>(own: RecordCommand<Item>): Command {
  const { warning } = own;
  const options = [...(warning === undefined ? [] : [YES_OPTION]), JSON_OPTION];
  return managementCommand(own, options, async (api, request, given, io) => {
    if (warning !== undefined && !given.has('yes') && io.ask !== undefined)
      await confirm(await warning(api, given), io);
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
