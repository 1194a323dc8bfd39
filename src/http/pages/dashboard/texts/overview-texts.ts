/** Texts of the first page. */
import type { Text } from './language.js';

export const OVERVIEW = {
  title: { en: 'Overview', fr: 'Vue d’ensemble', ar: 'نظرة عامة' },
  balance: { en: 'Balance of all keys', fr: 'Solde de toutes les clés', ar: 'رصيد كل المفاتيح' },
  begin: {
    en: 'Three steps to your first video',
    fr: 'Trois étapes jusqu’à votre première vidéo',
    ar: 'ثلاث خطوات إلى أول فيديو لك',
  },
  makeKey: { en: 'Create a key', fr: 'Créez une clé', ar: 'أنشئ مفتاحًا' },
  makeKeyHint: {
    en: 'Its secret is shown once, with an example to paste.',
    fr: 'Son secret s’affiche une fois, avec un exemple à coller.',
    ar: 'يُعرض رمزه السري مرة واحدة مع مثال جاهز للصق.',
  },
  addCredit: { en: 'Have it credited', fr: 'Faites-la créditer', ar: 'اشحن رصيده' },
  addCreditHint: {
    en: 'A job holds its price when it is submitted, so the key needs a balance first.',
    fr: 'Une tâche bloque son prix dès l’envoi : la clé doit donc avoir un solde.',
    ar: 'تحجز المهمة سعرها عند الإرسال، لذا يحتاج المفتاح إلى رصيد أولًا.',
  },
  submit: { en: 'Submit a job', fr: 'Lancez une tâche', ar: 'أرسل مهمة' },
  submitHint: {
    en: 'Paste the example into a terminal; some seconds later its clip is there.',
    fr: 'Collez l’exemple dans un terminal ; la vidéo est prête quelques secondes plus tard.',
    ar: 'الصق المثال في الطرفية، وبعد ثوانٍ يصبح المقطع جاهزًا.',
  },
  keys: { en: 'Keys', fr: 'Clés', ar: 'المفاتيح' },
  allKeys: { en: 'All keys', fr: 'Toutes les clés', ar: 'كل المفاتيح' },
  empty: { en: 'Without balance', fr: 'Sans solde', ar: 'بلا رصيد' },
} satisfies Record<string, Text>;
