/** Troubles of the node, for its operators, each with the page that tells the rest. */
import type { LiveFrame } from '../../../live/frame-shape.js';
import { Notice } from '../components/blocks.js';
import { useTexts } from '../view/view.js';
import { NODE_TROUBLES } from './account-troubles.js';

export interface NodeStanding {
  readonly frame: LiveFrame;
  /** Whether orders wait for an operator to judge them. */
  readonly hasOrdersSetAside: boolean;
}

export function NodeTroubles({ frame, hasOrdersSetAside }: NodeStanding) {
  const say = useTexts();
  const isBroken = frame.providers.some(({ breaker }) => breaker !== 'closed');
  const seeNode = <a href="/node">{say(NODE_TROUBLES.seeNode)}</a>;
  return (
    <>
      {frame.not_ready !== null && (
        <Notice tone="bad">
          {say(NODE_TROUBLES.notReady)} {seeNode}
        </Notice>
      )}
      {isBroken && (
        <Notice tone="wait">
          {say(NODE_TROUBLES.broken)} {seeNode}
        </Notice>
      )}
      {hasOrdersSetAside && (
        <Notice tone="wait">
          {say(NODE_TROUBLES.setAside)} <a href="/top-up?set-aside">{say(NODE_TROUBLES.seeOrders)}</a>
        </Notice>
      )}
    </>
  );
}
