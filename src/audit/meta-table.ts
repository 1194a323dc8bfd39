/** `meta`: what the node keeps of itself. */
import { decodeAnchor } from '../node/steady-anchor.js';
import { lookUp, type MakeTableAudit } from './table-audit.js';

export const auditMeta: MakeTableAudit = (context) => {
  const hasKey = lookUp(context.records, 'keys');
  const hasManagementKey = lookUp(context.records, 'management_keys');
  const report = (key: string, what: string) => context.report('meta', 'meta', key, what);
  return {
    record(key, value) {
      if (key === 'format' && !/^[1-9]\d*$/.test(value)) report(key, `the format of the folder is ${value}`);
      if (key === 'clock') {
        try {
          decodeAnchor(value);
        } catch {
          report(key, 'the anchor of the node time cannot be read');
        }
      }
      if (key === 'operator_key' && !hasManagementKey(value))
        report(key, `the operator's key is ${value}, which there is not`);
      if (key === 'demo_key' && !hasKey(value)) report(key, `the demo key is ${value}, which there is not`);
    },
  };
};
