/**
 * A workflow in the API form that ComfyUI exports: nodes by id, each with a class and its inputs. Strings in
 * the inputs may hold placeholders such as `{{prompt}}`, which each job fills with values of its own.
 */
import type { ReadFile } from '../adapter.js';

export const PLACEHOLDERS = [
  'prompt',
  'negative_prompt',
  'seed',
  'seconds',
  'frames',
  'width',
  'height',
  'image',
] as const;

export type Placeholder = (typeof PLACEHOLDERS)[number];

export type WorkflowValues = Readonly<Record<Placeholder, string | number>>;

export interface Workflow {
  readonly nodes: WorkflowNodes;
  /** The placeholders that it has a place for. */
  readonly placeholders: ReadonlySet<Placeholder>;
}

export type WorkflowNodes = Readonly<Record<string, unknown>>;

const ANY_PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
const ONE_ALONE = /^\{\{([^{}]*)\}\}$/;
const KNOWN: ReadonlySet<string> = new Set(PLACEHOLDERS);

/** Reads the file of a workflow; `{{frames}}` counts at the `fps` of the settings. */
export const readWorkflow: ReadFile<Workflow> = (text, { fps }) => {
  let nodes: unknown;
  try {
    nodes = JSON.parse(text);
  } catch {
    return { ok: false, why: 'is no JSON' };
  }
  if (!isApiForm(nodes)) {
    return { ok: false, why: 'is no workflow in API form: export it from ComfyUI with "Export (API)"' };
  }
  const found = new Set<Placeholder>();
  let unknown: string | undefined;
  mapStrings(nodes, (value) => {
    for (const [written, name] of value.matchAll(ANY_PLACEHOLDER)) {
      if (isPlaceholder(name)) found.add(name);
      else unknown ??= written;
    }
    return value;
  });
  if (unknown !== undefined) {
    const known = PLACEHOLDERS.map((name) => `{{${name}}}`).join(', ');
    return { ok: false, why: `has the placeholder ${unknown}, and there are only ${known}` };
  }
  if (!found.has('prompt')) {
    return { ok: false, why: 'has no placeholder {{prompt}}: each of its jobs would be the same' };
  }
  if (found.has('frames') && fps === undefined) {
    return { ok: false, why: 'has the placeholder {{frames}}, which needs the fps of the provider' };
  }
  return { ok: true, value: { nodes, placeholders: found } };
};

/** The nodes with every placeholder filled. A value that is one placeholder alone keeps the value's type. */
export function fillWorkflow(nodes: WorkflowNodes, values: WorkflowValues): WorkflowNodes {
  return mapStrings(nodes, (text) => {
    const alone = ONE_ALONE.exec(text)?.[1];
    if (isPlaceholder(alone)) return values[alone];
    // In one pass: a prompt that spells a placeholder stays as it is.
    return text.replace(ANY_PLACEHOLDER, (written, name: string) =>
      isPlaceholder(name) ? String(values[name]) : written,
    );
  }) as WorkflowNodes;
}

/** A file that ComfyUI saves for its own editor has a list of nodes instead, and links beside them. */
function isApiForm(value: unknown): value is WorkflowNodes {
  if (!isMap(value)) return false;
  const nodes = Object.values(value);
  return nodes.length > 0 && nodes.every((node) => isMap(node) && typeof node.class_type === 'string');
}

function mapStrings(value: unknown, map: (text: string) => unknown): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, map));
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapStrings(item, map)]));
}

function isPlaceholder(name: string | undefined): name is Placeholder {
  return name !== undefined && KNOWN.has(name);
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
