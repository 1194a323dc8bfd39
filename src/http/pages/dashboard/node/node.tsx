import { forOperators } from '../accounts/for-operators.js';
import { show } from '../requests/dashboard-page.js';
import { NodePage } from './node-page.js';

export const node = forOperators({
  get: (request, { nodeFrame }) => show(request, <NodePage frame={nodeFrame()} />),
});
