/** The page of the chat. Its script draws the conversation; without a script it offers a command. */
import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import { balanceOf } from '../../../../actors/money/ledger.js';
import { type MicroDa, printDa } from '../../../../money/micro-da.js';
import type { OfferedText } from '../../../../routing/text/text-catalogue.js';
import { EmptyState, Notice, PageHead } from '../components/blocks.js';
import { Snippet } from '../components/copyable.js';
import { NoKeys } from '../components/no-keys.js';
import { Shell } from '../components/shell.js';
import type { ChatSetup, ChatTexts } from '../islands/chat/chat-setup.js';
import { keptUnder } from '../islands/kept-under.js';
import { chatSnippet } from '../keys/snippets.js';
import { KEYS } from '../texts/key-texts.js';
import { LOCALES } from '../texts/language.js';
import { NEW_JOB } from '../texts/new-job-texts.js';
import { unitOf } from '../view/formats.js';
import { useTexts, useView } from '../view/view.js';
import { CHAT, CHAT_SCRIPT } from './chat-texts.js';

export interface ChatPageProps {
  readonly user: string;
  readonly models: readonly OfferedText[];
  readonly keys: readonly ApiKeyState[];
  readonly mayCreateKeys: boolean;
  readonly baseUrl: string;
}

export function ChatPage(props: ChatPageProps) {
  const say = useTexts();
  return (
    <Shell title={say(CHAT.title)}>
      <PageHead title={say(CHAT.title)} lead={say(CHAT.lead)}>
        <div id="chat-tools" class="chat-tools" />
      </PageHead>
      <Body {...props} />
    </Shell>
  );
}

function Body({ user, models, keys, mayCreateKeys, baseUrl }: ChatPageProps) {
  const say = useTexts();
  const { assets } = useView();
  const setup = useSetup(user, models, keys);
  const [model] = models;
  if (model === undefined)
    return <EmptyState icon="chat" title={say(NEW_JOB.noModels)} hint={say(NEW_JOB.noModelsHint)} />;
  if (keys.length === 0) return <NoKeys mayCreateKeys={mayCreateKeys} hint={CHAT.noKeysHint} />;
  return (
    <>
      <noscript>
        <div class="parts">
          <Notice tone="plain">{say(CHAT.noScript)}</Notice>
          <Snippet id="chat-command" title={say(CHAT.command)}>
            {chatSnippet(baseUrl, model.id)}
          </Snippet>
        </div>
      </noscript>
      <div id="chat" class="chat" data-setup={JSON.stringify(setup)} />
      <script type="module" src={assets.chat} />
    </>
  );
}

function useSetup(user: string, models: ChatPageProps['models'], keys: ChatPageProps['keys']): ChatSetup {
  const say = useTexts();
  const { language } = useView();
  const texts = Object.entries(CHAT_SCRIPT).map(([name, text]) => [name, say(text)]);
  return {
    locale: LOCALES[language],
    unit: unitOf(language),
    keptUnder: keptUnder(user),
    models: models.map(({ id, prices }) => ({ id, input: inDa(prices.input), output: inDa(prices.output) })),
    keys: keys.map(({ id, name, balances }) => ({
      id,
      name: name ?? say(KEYS.unnamed),
      balance: inDa(balanceOf(balances)),
    })),
    texts: Object.fromEntries(texts) as Record<keyof ChatTexts, string>,
  };
}

function inDa(amount: MicroDa): number {
  return Number(printDa(amount));
}
