import { SERVICE_ASKED } from '../../../../simulation/rules/providers/service-asked.js';
import { checkBreaches } from '../check-breaches.js';
import { at } from '../told-history.js';

const ASKED = { what: 'service_asked', provider: 'luma', wish: 'a boat', means: 'POST /a' } as const;

checkBreaches(
  SERVICE_ASKED,
  [['a service is asked otherwise', { x: at(900_000, { ...ASKED, asked: 'POST /b' }) }, /it was "POST \/b"/]],
  [['a service is asked as it wants', { x: at(900_000, { ...ASKED, asked: 'POST /a' }) }]],
);
