/** Parts of Markdown pages: the chart of a machine as Mermaid draws it, and tables. */
import type { Chart, ChartTransition } from './chart-of.js';

/** @param labelOf the text at the arrow; transitions between the same states share an arrow */
export function stateDiagram(
  { initial, states, transitions }: Chart,
  labelOf: (transition: ChartTransition) => string = ({ event }) => event,
): string {
  const arrows = new Map<string, Set<string>>();
  for (const transition of transitions) {
    const arrow = `${idOf(transition.from)} --> ${idOf(transition.to)}`;
    arrows.set(arrow, (arrows.get(arrow) ?? new Set()).add(labelOf(transition)));
  }
  const lines = [
    'stateDiagram-v2',
    ...states.map(({ path }) => `    state "${path}" as ${idOf(path)}`),
    `    [*] --> ${idOf(initial)}`,
    ...[...arrows].map(([arrow, labels]) => `    ${arrow}: ${[...labels].join('<br/>')}`),
    ...states.filter(({ isFinal }) => isFinal).map(({ path }) => `    ${idOf(path)} --> [*]`),
  ];
  return `\`\`\`mermaid\n${lines.join('\n')}\n\`\`\`\n`;
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function idOf(path: string): string {
  return path.replaceAll('.', '_');
}
