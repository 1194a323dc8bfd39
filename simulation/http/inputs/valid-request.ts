/** Sound requests of every operation, made from the server's own description of itself. */
import type { Random } from '../../world/random.js';
import type { ApiDescription, JsonSchema, Operation } from '../api-description.js';
import { ACCOUNTS, API_KEYS, JOBS, KEY_IDS, MANAGEMENT_KEYS, OPERATOR_KEY } from '../server/stage-names.js';
import { type Member, planned, type RequestPlan } from './request-plan.js';

export interface GeneratorFacts {
  readonly description: ApiDescription;
  /** Ids of models on offer. */
  readonly models: readonly string[];
}

export function validRequest(random: Random, facts: GeneratorFacts, operation: Operation): RequestPlan {
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && random.chance(0.4))
    .map(({ name, schema }) => `${name}=${encodeURIComponent(queryValue(random, facts, name, schema))}`);
  const path = operation.path.replace(/\{\w+\}/g, () => idFor(random, operation));
  const plan = planned(operation.method, query.length === 0 ? path : `${path}?${query.join('&')}`);
  plan.fields.push(['Authorization', `Bearer ${keyFor(random, operation)}`]);
  for (const parameter of operation.parameters)
    if (parameter.in === 'header' && random.chance(0.3))
      plan.fields.push([parameter.name, headerValue(random, parameter.name)]);
  if (operation.body !== undefined) {
    plan.fields.push(['Content-Type', 'application/json']);
    plan.members = membersFor(random, facts, operation);
  }
  return plan;
}

function keyFor(random: Random, operation: Operation): string {
  if (operation.takesManagementKey) {
    return random.weighted([
      [6, OPERATOR_KEY],
      [2, MANAGEMENT_KEYS.tenant],
      [1, MANAGEMENT_KEYS.unverified],
    ]);
  }
  return random.weighted([
    [operation.body === undefined ? 8 : 6, API_KEYS.large],
    [1, API_KEYS.sibling],
    [1, API_KEYS.foreign],
    [operation.body === undefined ? 1 : 3, API_KEYS.poor],
    [1, API_KEYS.small],
  ]);
}

function idFor(random: Random, { path, method }: Operation): string {
  if (path.includes('videos')) return random.pick(Object.values(JOBS));
  if (path.includes('accounts')) return random.pick(Object.values(ACCOUNTS));
  if (method === 'DELETE') return random.chance(0.9) ? KEY_IDS.mayfly : KEY_IDS.revoked;
  return random.pick(Object.values(KEY_IDS));
}

function headerValue(random: Random, name: string): string {
  if (name === 'Range')
    return `bytes=${random.below(2_000)}-${random.chance(0.5) ? random.below(4_000) : ''}`;
  return `key-${random.below(50)}`;
}

function queryValue(random: Random, facts: GeneratorFacts, name: string, schema: JsonSchema): string {
  if (schema.enum !== undefined) return String(random.pick(schema.enum));
  if (name === 'limit') return String(random.between(1, 100));
  if (name === 'model') return random.pick(facts.models);
  if (name === 'after')
    return random.pick([...Object.values(JOBS), ...Object.values(KEY_IDS), ...Object.values(ACCOUNTS)]);
  if (schema.pattern?.includes('-') === true)
    return `20${random.between(24, 27)}-0${random.between(1, 9)}-11`;
  return 'simulated';
}

/** The example's members, or values made by the schema; optional ones now and then. */
function membersFor(random: Random, facts: GeneratorFacts, operation: Operation): Member[] {
  const schema = facts.description.resolved(operation.body ?? {});
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => schema.required?.includes(name) === true || random.chance(0.5))
    .map(([name, property]) => [
      JSON.stringify(name),
      JSON.stringify(valueFor(random, facts, name, property)),
    ]);
}

function valueFor(random: Random, facts: GeneratorFacts, name: string, given: JsonSchema): unknown {
  const schema = facts.description.resolved(given);
  if (name === 'model') return random.pick(facts.models);
  if (name === 'account') return random.pick(Object.values(ACCOUNTS));
  if (name === 'reference') return `reference ${random.below(1_000)}`;
  if (schema.enum !== undefined) return random.pick(schema.enum);
  if (schema.const !== undefined) return schema.const;
  if (schema.anyOf !== undefined) return valueFor(random, facts, name, random.pick(schema.anyOf));
  const type = typeof schema.type === 'string' ? schema.type : random.pick(schema.type ?? ['string']);
  switch (type) {
    case 'integer':
      return random.between(schema.minimum ?? 0, Math.min(schema.maximum ?? 1_000, 1_000));
    case 'number':
      return random.between(1, 8);
    case 'boolean':
      return random.chance(0.5);
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return schema.pattern === undefined && name !== 'credits' && name !== 'amount'
        ? `a ${name} of number ${random.below(1_000)}`
        : String(random.between(1, 8));
  }
}
