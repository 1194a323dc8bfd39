/** The view that a page is rendered for: who reads it, in which language, and where. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { SignedIn } from '../people.js';
import type { Language, Text } from '../texts/language.js';

export interface View {
  readonly language: Language;
  /** Of the page, without the query. */
  readonly path: string;
  /** The page's path with its query, to come back to; '/' if nothing answers a GET there. */
  readonly here: string;
  readonly signedIn: SignedIn | undefined;
  /** Paths of the files that a page loads. */
  readonly assets: Readonly<Record<'style' | 'script' | 'chart' | 'chat' | 'icon', string>>;
}

export const ViewContext = createContext<View | undefined>(undefined);

export function useView(): View {
  const view = useContext(ViewContext);
  if (view === undefined) throw new Error('a component is rendered outside of a page');
  return view;
}

/** Picks texts in the language of the view. */
export function useTexts(): <T>(text: Text<T>) => T {
  const { language } = useView();
  return (text) => text[language];
}
