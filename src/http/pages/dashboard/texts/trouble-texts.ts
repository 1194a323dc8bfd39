/** Texts of what went wrong, each with what to do about it. */
import type { Text } from './language.js';

export const TROUBLE = {
  notFound: { en: 'There is no such page', fr: 'Cette page n’existe pas', ar: 'هذه الصفحة غير موجودة' },
  notFoundHint: {
    en: 'The address may be mistyped, or what it led to is not yours to see.',
    fr: 'L’adresse est peut-être mal saisie, ou son contenu ne vous est pas accessible.',
    ar: 'قد يكون العنوان مكتوبًا بشكل خاطئ، أو أن ما يشير إليه ليس متاحًا لك.',
  },
  forbidden: {
    en: 'This was not sent from the dashboard',
    fr: 'Cet envoi ne vient pas du tableau de bord',
    ar: 'لم يُرسَل هذا من لوحة التحكم',
  },
  forbiddenHint: {
    en: 'Another site seems to have sent it, so nothing was done. Open the page here and try again.',
    fr: 'Un autre site semble l’avoir envoyé ; rien n’a été fait. Ouvrez la page ici et recommencez.',
    ar: 'يبدو أن موقعًا آخر أرسله، لذلك لم يُنفَّذ شيء. افتح الصفحة من هنا وحاول مجددًا.',
  },
  notYours: { en: 'You may not do this', fr: 'Vous n’y êtes pas autorisé', ar: 'لا يحق لك القيام بهذا' },
  notYoursHint: {
    en: 'Ask an owner of the account.',
    fr: 'Adressez-vous à un propriétaire du compte.',
    ar: 'اطلب ذلك من مالك الحساب.',
  },
  tooMany: { en: 'Too many requests', fr: 'Trop de requêtes', ar: 'طلبات كثيرة جدًا' },
  tooManyHint: {
    en: 'Wait a minute, then load the page again.',
    fr: 'Patientez une minute, puis rechargez la page.',
    ar: 'انتظر دقيقة ثم أعد تحميل الصفحة.',
  },
  unavailable: {
    en: 'Not possible right now',
    fr: 'Impossible pour le moment',
    ar: 'غير ممكن حاليًا',
  },
  unavailableHint: {
    en: 'Nothing was done. Try again in a few seconds.',
    fr: 'Rien n’a été fait. Réessayez dans quelques secondes.',
    ar: 'لم يُنفَّذ شيء. حاول مجددًا بعد بضع ثوانٍ.',
  },
} satisfies Record<string, Text>;
