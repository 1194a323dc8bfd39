/** Texts of the first page. */
import type { Text } from './language.js';

export const OVERVIEW = {
  title: { en: 'Overview', fr: 'Vue d’ensemble', ar: 'نظرة عامة' },
  balance: { en: 'Balance of all keys', fr: 'Solde de toutes les clés', ar: 'رصيد كل المفاتيح' },
  keys: { en: 'Keys', fr: 'Clés', ar: 'المفاتيح' },
  allKeys: { en: 'All keys', fr: 'Toutes les clés', ar: 'كل المفاتيح' },
  empty: { en: 'Without balance', fr: 'Sans solde', ar: 'بلا رصيد' },
} satisfies Record<string, Text>;
