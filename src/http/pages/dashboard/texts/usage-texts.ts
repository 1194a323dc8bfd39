/** Texts of the usage page. */
import type { Text } from './language.js';

export const USAGE = {
  title: { en: 'Usage', fr: 'Utilisation', ar: 'الاستخدام' },
  lead: {
    en: 'The jobs and texts that ended, and what they cost. Each counts on the UTC day on which it ended.',
    fr: 'Les tâches et les textes terminés et leur coût. Chacun compte le jour UTC où il s’est terminé.',
    ar: 'المهام والنصوص المنتهية وتكلفتها. يُحسب كل منها في اليوم (بالتوقيت العالمي) الذي انتهى فيه.',
  },
  period: { en: 'Period', fr: 'Période', ar: 'الفترة' },
  by: { en: 'Group by', fr: 'Grouper par', ar: 'التجميع حسب' },
  show: { en: 'Show', fr: 'Afficher', ar: 'عرض' },
  charged: { en: 'Charged', fr: 'Facturé', ar: 'المحتسب' },
  completed: { en: 'Completed', fr: 'Terminées', ar: 'المكتملة' },
  failed: { en: 'Failed', fr: 'Échouées', ar: 'الفاشلة' },
  seconds: { en: 'Seconds of video', fr: 'Secondes de vidéo', ar: 'ثواني الفيديو' },
  tokens: { en: 'Tokens', fr: 'Jetons', ar: 'الوحدات النصية (tokens)' },
  chart: { en: 'Charged per day', fr: 'Facturé par jour', ar: 'المحتسب يوميًا' },
  total: { en: 'Total', fr: 'Total', ar: 'المجموع' },
  download: { en: 'Download CSV', fr: 'Télécharger en CSV', ar: 'تنزيل CSV' },
  none: {
    en: 'No job ended in this period',
    fr: 'Aucune tâche terminée sur cette période',
    ar: 'لا مهام منتهية في هذه الفترة',
  },
  noneHint: {
    en: 'Choose a longer period, or submit a job: its cost appears here once it has ended.',
    fr: 'Choisissez une période plus longue, ou lancez une tâche : son coût s’affiche ici une fois terminée.',
    ar: 'اختر فترة أطول أو أرسل مهمة: تظهر تكلفتها هنا بعد انتهائها.',
  },
  oneKey: { en: 'Of this key:', fr: 'Pour cette clé :', ar: 'لهذا المفتاح:' },
  allKeys: { en: 'Show all keys', fr: 'Afficher toutes les clés', ar: 'عرض كل المفاتيح' },
  ofAccount: { en: 'Of this account:', fr: 'Pour ce compte :', ar: 'لهذا الحساب:' },
} satisfies Record<string, Text>;

/** By number of days, today included. */
export const PERIODS = {
  7: { en: '7 days', fr: '7 jours', ar: '7 أيام' },
  30: { en: '30 days', fr: '30 jours', ar: '30 يومًا' },
  90: { en: '90 days', fr: '90 jours', ar: '90 يومًا' },
  365: { en: '365 days', fr: '365 jours', ar: '365 يومًا' },
} satisfies Record<number, Text>;

export const GROUPINGS = {
  day: { en: 'Day', fr: 'Jour', ar: 'اليوم' },
  model: { en: 'Model', fr: 'Modèle', ar: 'النموذج' },
  provider: { en: 'Provider', fr: 'Fournisseur', ar: 'المزوّد' },
  key: { en: 'Key', fr: 'Clé', ar: 'المفتاح' },
} satisfies Record<string, Text>;
