/** Texts of the link that signs a newcomer in. */
import type { Text } from './language.js';

export const DEMO = {
  title: { en: 'Welcome to Tollgate', fr: 'Bienvenue sur Tollgate', ar: 'مرحبًا بك في Tollgate' },
  lead: {
    en: 'This link signs this browser in as the operator of your demo. It works once.',
    fr: 'Ce lien connecte ce navigateur en tant qu’opérateur de votre démo. Il ne sert qu’une fois.',
    ar: 'يسجّل هذا الرابط دخول هذا المتصفح بصفة مشغّل العرض التجريبي. ويعمل مرة واحدة.',
  },
  submit: { en: 'Open the dashboard', fr: 'Ouvrir le tableau de bord', ar: 'افتح لوحة التحكم' },
  over: {
    en: 'This link is no longer valid',
    fr: 'Ce lien n’est plus valable',
    ar: 'لم يعد هذا الرابط صالحًا',
  },
  overHint: {
    en: 'It works once, for 24 hours, and on the machine of the demo alone. Each start of the demo prints a new one in its terminal.',
    fr: 'Il sert une fois, pendant 24 heures, et uniquement sur la machine de la démo. Chaque démarrage de la démo en affiche un nouveau dans son terminal.',
    ar: 'يعمل مرة واحدة خلال 24 ساعة وعلى جهاز العرض التجريبي فقط. وكل تشغيل للعرض يطبع رابطًا جديدًا في الطرفية.',
  },
} satisfies Record<string, Text>;
