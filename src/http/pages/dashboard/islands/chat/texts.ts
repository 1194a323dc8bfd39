/** The texts and formats of the page, for every component. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ChatSetup, ChatTexts } from './chat-setup.js';

export interface ChatLanguage {
  readonly texts: ChatTexts;
  readonly unit: string;
  amount(da: number): string;
}

export const LanguageContext = createContext<ChatLanguage | undefined>(undefined);

export function languageOf({ texts, unit, locale }: ChatSetup): ChatLanguage {
  const amounts = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 6 });
  return { texts, unit, amount: (da) => amounts.format(da) };
}

export function useTexts(): ChatLanguage {
  const language = useContext(LanguageContext);
  if (language === undefined) throw new Error('a component is drawn outside of the chat');
  return language;
}

/** @param text with names in braces */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
