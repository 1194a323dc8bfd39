/** The routes to providers: those whose breaker is not closed first, then those with calls that wait. */
import type { LiveFrame, LiveProvider } from '../../../live/frame-shape.js';
import { EmptyState, Section } from '../components/blocks.js';
import { LiveBadge, LiveIf } from '../components/live.js';
import { Table } from '../components/table.js';
import type { FigureFormat } from '../islands/frame-figures.js';
import type { Text } from '../texts/language.js';
import { BREAKERS, NODE } from '../texts/operators/node-texts.js';
import { labelled } from '../view/formats.js';
import { useTexts, useView } from '../view/view.js';
import { NodeFigure } from './node-figure.js';

interface Column {
  readonly figure: keyof LiveProvider;
  readonly head: Text;
  readonly format?: FigureFormat;
  readonly isAside?: boolean;
}

const COLUMNS: readonly Column[] = [
  { figure: 'waiting', head: NODE.waiting },
  { figure: 'watched', head: NODE.polled, isAside: true },
  { figure: 'in_flight', head: NODE.calls, isAside: true },
  { figure: 'answered', head: NODE.answered, isAside: true },
  { figure: 'failed', head: NODE.failed, isAside: true },
  { figure: 'call_ms', head: NODE.p99, format: 'p99', isAside: true },
];

/** Rows for routes that get their first call while somebody watches. */
const SPARE_ROWS = 12;

export function ProviderTable({ frame }: { readonly frame: LiveFrame }) {
  const say = useTexts();
  const { providers } = frame;
  const places = Array.from({ length: providers.length + SPARE_ROWS }, (_, at) => at);
  places.sort((a, b) => urgency(providers[b]) - urgency(providers[a]));
  return (
    <Section title={say(NODE.providers)}>
      <LiveIf of="providers" is="hidden" now={providers}>
        <EmptyState icon="node" title={say(NODE.noProviders)} hint={say(NODE.noProvidersHint)} />
      </LiveIf>
      <LiveIf of="providers" is="shown" now={providers}>
        <Table
          caption={say(NODE.providers)}
          columns={[
            { head: say(NODE.route) },
            { head: say(NODE.breaker) },
            ...COLUMNS.map(({ head, isAside = false }) => ({
              head: say(head),
              align: 'end' as const,
              isAside,
            })),
          ]}
        >
          {places.map((at) => (
            <Route key={at} at={at} frame={frame} />
          ))}
        </Table>
      </LiveIf>
    </Section>
  );
}

interface RouteProps {
  /** Its place in the frame. */
  readonly at: number;
  readonly frame: LiveFrame;
}

function Route({ at, frame }: RouteProps) {
  const say = useTexts();
  const { language } = useView();
  const route = frame.providers[at];
  const path = (figure: keyof LiveProvider) => `providers|${at}|${figure}`;
  const badges = {
    closed: { text: say(BREAKERS.closed), tone: 'good' },
    half_open: { text: say(BREAKERS.half_open), tone: 'wait' },
    open: { text: say(BREAKERS.open), tone: 'bad' },
  } as const;
  return (
    <tr data-live={path('provider')} data-format="shown" hidden={route === undefined}>
      <th scope="row">
        <NodeFigure frame={frame} of={path('provider')} format="text" />
        <small>
          <NodeFigure frame={frame} of={path('model')} format="text" />
        </small>
        <small class="narrow-only">
          {labelled(language, say(NODE.polled))} <NodeFigure frame={frame} of={path('watched')} />
        </small>
      </th>
      <td>
        <LiveBadge of={path('breaker')} badges={badges} now={route?.breaker ?? 'closed'} />
      </td>
      {COLUMNS.map(({ figure, format = 'count', isAside = false }) => (
        <td key={figure} class={isAside ? 'end aside' : 'end'}>
          <NodeFigure frame={frame} of={path(figure)} format={format} />
        </td>
      ))}
    </tr>
  );
}

/** Routes without a call yet come last. */
function urgency(route: LiveProvider | undefined): number {
  if (route === undefined) return -1;
  if (route.breaker !== 'closed') return 2;
  return route.waiting > 0 ? 1 : 0;
}
