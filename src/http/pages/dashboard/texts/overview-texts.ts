/** Texts of the first page. */
import type { Text } from './language.js';

export const OVERVIEW = {
  title: { en: 'Overview', fr: 'Vue d’ensemble', ar: 'نظرة عامة' },
  balance: { en: 'Balance of all keys', fr: 'Solde de toutes les clés', ar: 'رصيد كل المفاتيح' },
  keys: { en: 'Keys', fr: 'Clés', ar: 'المفاتيح' },
  allKeys: { en: 'All keys', fr: 'Toutes les clés', ar: 'كل المفاتيح' },
  empty: { en: 'Without balance', fr: 'Sans solde', ar: 'بلا رصيد' },
} satisfies Record<string, Text>;

/** Of the newcomer's part. */
export const FIRST_STEPS = {
  title: {
    en: 'Three steps to your first video',
    fr: 'Trois étapes jusqu’à votre première vidéo',
    ar: 'ثلاث خطوات إلى أول فيديو لك',
  },
  done: { en: 'Done', fr: 'Fait', ar: 'تم' },
  makeKey: { en: 'Create a key', fr: 'Créez une clé', ar: 'أنشئ مفتاحًا' },
  makeKeyHint: {
    en: 'Its secret is shown once, with an example to paste.',
    fr: 'Son secret s’affiche une fois, avec un exemple à coller.',
    ar: 'يُعرض رمزه السري مرة واحدة مع مثال جاهز للصق.',
  },
  demoKey: {
    en: 'The demo has made one for you. Each start replaces it.',
    fr: 'La démo en a créé une pour vous. Chaque démarrage la remplace.',
    ar: 'أنشأ العرض التجريبي مفتاحًا لك. ويُستبدل عند كل تشغيل.',
  },
  topUp: { en: 'Top up', fr: 'Rechargez', ar: 'اشحن الرصيد' },
  topUpHint: {
    en: 'A job holds its price when it is submitted, so the key needs a balance first.',
    fr: 'Une tâche bloque son prix dès l’envoi : la clé doit donc avoir un solde.',
    ar: 'تحجز المهمة سعرها عند الإرسال، لذا يحتاج المفتاح إلى رصيد أولًا.',
  },
  demoCredit: {
    en: 'The demo key has credit already.',
    fr: 'La clé de démo est déjà créditée.',
    ar: 'في مفتاح العرض رصيد جاهز.',
  },
  submit: { en: 'Submit a job', fr: 'Lancez une tâche', ar: 'أرسل مهمة' },
  submitHint: {
    en: 'Paste the example that came with the secret of your key into a terminal, or fill in a form.',
    fr: 'Collez dans un terminal l’exemple affiché avec le secret de votre clé, ou remplissez un formulaire.',
    ar: 'الصق في الطرفية المثال الذي ظهر مع الرمز السري لمفتاحك، أو املأ نموذجًا.',
  },
  paste: {
    en: 'Paste one of these into a terminal or a program. Some seconds later the video is here.',
    fr: 'Collez l’un de ces exemples dans un terminal ou un programme. La vidéo apparaît ici quelques secondes plus tard.',
    ar: 'الصق أحد المثالين في الطرفية أو في برنامج. وبعد ثوانٍ يظهر الفيديو هنا.',
  },
  form: { en: 'Submit from a form', fr: 'Lancer depuis un formulaire', ar: 'الإرسال من نموذج' },
  video: { en: 'Your first video', fr: 'Votre première vidéo', ar: 'أول فيديو لك' },
  waiting: {
    en: 'Waiting for your first job. It shows up here by itself.',
    fr: 'En attente de votre première tâche. Elle apparaîtra ici d’elle-même.',
    ar: 'في انتظار مهمتك الأولى. ستظهر هنا تلقائيًا.',
  },
  underWay: {
    en: 'Your video is being made. It shows up here by itself.',
    fr: 'Votre vidéo est en production. Elle apparaîtra ici d’elle-même.',
    ar: 'يجري إنتاج الفيديو. سيظهر هنا تلقائيًا.',
  },
  openJob: { en: 'Open the job', fr: 'Ouvrir la tâche', ar: 'فتح المهمة' },
} satisfies Record<string, Text>;

/** How keys and jobs stand now. */
export const LIVE = {
  lastMinute: { en: 'Requests, last minute', fr: 'Requêtes, dernière minute', ar: 'طلبات آخر دقيقة' },
  unfinished: { en: 'Unfinished jobs', fr: 'Tâches en cours', ar: 'المهام الجارية' },
  spend: { en: 'Spent', fr: 'Dépenses', ar: 'المصروف' },
  today: { en: 'Today', fr: 'Aujourd’hui', ar: 'اليوم' },
  allUsage: { en: 'All usage', fr: 'Toute l’utilisation', ar: 'كل الاستخدام' },
} satisfies Record<string, Text>;
