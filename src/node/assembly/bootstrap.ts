/**
 * A node makes these for itself at start: the default account, and its operator key.
 *
 * A key's plain text reaches the operator before the key exists: the management key is in its file before
 * its commit. A crash in between leaves a file with a key that no record knows; the next start replaces it.
 */
import type { AccountBehavior } from '../../actors/accounts/account.js';
import type { ManagementKeyBehavior } from '../../actors/accounts/management-key.js';
import { OPERATORS_ACCOUNT } from '../../actors/accounts/operators-account.js';
import { BY_THE_NODE } from '../../actors/audit/audit-trail.js';
import { hashCredential, makeCredential } from '../../actors/credentials/credentials.js';
import type { NodeEffect } from '../../actors/effects.js';
import type { ActorSystem } from '../../actors/runtime/system.js';
import type { IdMaker } from '../../actors/storage/ids.js';
import { unixSeconds } from '../../time/clock.js';
import type { World } from '../../time/world.js';
import { ask } from './ask.js';

const OPERATOR_KEY_RECORD = 'operator_key';

export interface BootstrapDeps {
  readonly system: ActorSystem<NodeEffect>;
  readonly world: World;
  readonly ids: IdMaker;
  readonly account: AccountBehavior;
  readonly managementKey: ManagementKeyBehavior;
}

/**
 * Makes the default account on the first start, and puts a configured management key in force.
 *
 * @param configuredKey the plain text that the operator chose; undefined leaves what is, or makes one
 * @param keepFile writes the plain text of a key that was made to its file, durably
 */
export async function ensureOperator(
  deps: BootstrapDeps,
  configuredKey: string | undefined,
  keepFile: (plainText: string) => void,
): Promise<void> {
  const { system, world } = deps;
  const known = system.records.get('meta', OPERATOR_KEY_RECORD);
  if (known === undefined) {
    const plainText = configuredKey ?? makeCredential('management', (count) => world.randomBytes(count));
    if (configuredKey === undefined) keepFile(plainText);
    await createDefaultAccount(deps, plainText);
    return;
  }
  const current = system.view(deps.managementKey, known);
  if (configuredKey === undefined || current?.credentialHash === hashCredential(configuredKey)) return;
  await replaceOperatorKey(deps, known, configuredKey);
}

async function createDefaultAccount(deps: BootstrapDeps, plainText: string): Promise<void> {
  const keyId = deps.ids.next('managementKey');
  await Promise.all([
    ask(deps.system, deps.account, OPERATORS_ACCOUNT, {
      type: 'create',
      by: BY_THE_NODE,
      name: 'Default account',
      isVerified: true,
      createdAt: unixSeconds(deps.world.wallMs()),
      managementKey: { id: keyId, role: 'operator', credentialHash: hashCredential(plainText) },
    }),
    deps.system.commitAside([{ table: 'meta', key: OPERATOR_KEY_RECORD, value: keyId }]),
  ]);
}

/** The old key and the new one change places in one commit: the turns of one instant share it. */
async function replaceOperatorKey(deps: BootstrapDeps, oldId: string, plainText: string): Promise<void> {
  const newId = deps.ids.next('managementKey');
  const credentialHash = hashCredential(plainText);
  await Promise.all([
    ask(deps.system, deps.managementKey, oldId, { type: 'revoke', by: BY_THE_NODE }),
    ask(deps.system, deps.managementKey, newId, {
      type: 'create',
      by: BY_THE_NODE,
      account: OPERATORS_ACCOUNT,
      role: 'operator',
      credentialHash,
    }),
    deps.system.commitAside([{ table: 'meta', key: OPERATOR_KEY_RECORD, value: newId }]),
  ]);
}
