/**
 * The configuration file that a new operator begins with: every option with what it means, its unit, its
 * bounds and its default, each commented out, so that the file as it is changes nothing. Made from the table
 * of options.
 *
 * A line of text begins with `# `, one that is commented out with `#` alone, or that and two spaces: whoever
 * takes the `#` away has the setting in force.
 */
import { stringify } from 'yaml';
import {
  OPTION_SECTIONS,
  OPTIONS,
  type OptionKey,
  optionName,
  printedFallback,
  variableName,
} from './options/options.js';
import { wrap } from './word-wrap.js';

const WIDTH = 98;

const HEAD = `# The configuration of Tollgate.
#
# Every option stands here with its default. To set one, take the # away before its name and change the value.
# An option given on the command line (--retention-days 30) beats the environment (TOLLGATE_RETENTION_DAYS=30), the
# environment this file, this file the default. SIGHUP has a running node read the file again; what an option says of
# that is said with it. A file with a mistake changes nothing, and the log says what is wrong.
#
# The operator's management key is no option: it is in the environment (TOLLGATE_MANAGEMENT_KEY), or made by the
# first start and kept in the data folder.
`;

const PROVIDERS = `
# ---- Providers and models ----

# Providers run the models. Each has a name, and a kind that says what it is. Without this section there is the
# embedded simulated provider, with its own models, prices and bounds. Under models everything is optional, and
# replaces what the provider itself offers:
# - price-per-second: DA for a second of output, at most six decimals
# - seconds: of video that one job may ask for, at most three decimals: min and max, or a list of those allowed
# - deadline-minutes: after its submit at which an unsettled job expires; else as job-deadline-minutes says
# - offered: false takes a model off sale; its unfinished jobs go on
# A reload takes all of this. A job that is accepted keeps the price and the deadline that it was accepted with.
#providers:
#  simulated:
#    kind: simulated
#    models:
#      sim/video:
#        price-per-second: 0.5
#        seconds: { min: 1, max: 60, default: 5 }
#        deadline-minutes: 30
#        offered: true

# Models of your own, each with the routes to the providers that make its jobs, in order of preference. A job goes
# on to the next route only if the provider before surely did not take it. All routes cost the client the same.
# Everything but deadline-minutes, offered and the default length is required.
#models:
#  clip:
#    price-per-second: 0.5
#    seconds: { allowed: [4, 6, 8], default: 8 }
#    routes:
#      - { provider: simulated, model: sim/video }
#      - { provider: simulated, model: sim/video-instant }

# ---- The payment service ----

# With it people pay for the credit of API keys (POST /api/orders). The kind is chargily: Chargily Pay V2, for CIB and
# Edahabia cards. Its API secret is in an environment variable (key-env) or in a file (key-file). public-url is needed,
# and has to lead here from the internet: the service sends its notices there. mode is live, or test, at which no money
# moves. url replaces the service's own base, /api/v2 included. Without this section a node on a loopback address
# without real providers has payments of the kind simulated, on a card page of its own. Payments without money do not
# go with a real provider.
#payments:
#  kind: chargily
#  key-env: CHARGILY_KEY
#  mode: live
`;

/**
 * @param given options that the file is to set, by name in code, as the file holds them; all others are
 *   commented out
 */
export function commentedConfig(given: Partial<Readonly<Record<OptionKey, unknown>>> = {}): string {
  const sections = OPTION_SECTIONS.map(({ title, keys }) => {
    const entries = keys.filter((key) => OPTIONS[key].inFile).map((key) => entry(key, given[key]));
    return `\n# ---- ${title} ----\n${entries.join('')}`;
  });
  return HEAD + sections.join('') + PROVIDERS;
}

function entry(key: OptionKey, given: unknown): string {
  const { description, example } = OPTIONS[key];
  const text = [...wrap(description, WIDTH), ...wrap(facts(key), WIDTH)];
  const setting = `${given === undefined ? '#' : ''}${optionName(key)}: ${printed(given ?? example)}\n`;
  return `\n${text.map((line) => `# ${line}\n`).join('')}${setting}`;
}

/** The range of values, the default, and the variable. */
function facts(key: OptionKey): string {
  const { range } = OPTIONS[key].kind;
  const fallback = printedFallback(key);
  const values = range === undefined ? '' : `${range[0]?.toUpperCase()}${range.slice(1)}. `;
  const unset = fallback === undefined ? 'No default' : `Default ${fallback}`;
  const taken = OPTIONS[key].taken === 'at_reload' ? 'Taken at reload' : 'Taken at the next start';
  return `${values}${unset}. ${taken}. ${variableName(key)}`;
}

function printed(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trimEnd();
}
