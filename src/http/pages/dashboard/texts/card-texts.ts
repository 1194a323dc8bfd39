/** Texts of the simulated card page. */
import type { Text } from './language.js';

export const CARD = {
  title: { en: 'Simulated payment', fr: 'Paiement simulé', ar: 'دفع تجريبي' },
  amount: { en: 'To pay', fr: 'À payer', ar: 'المبلغ المطلوب' },
  simulation: { en: 'This is a simulation.', fr: 'Ceci est une simulation.', ar: 'هذه محاكاة.' },
  simulationHint: {
    en: 'No money moves, and no real card is asked for. The ledger marks the credit as simulated.',
    fr: 'Aucun argent ne circule et aucune vraie carte n’est demandée. Le registre marque ce crédit comme simulé.',
    ar: 'لا تُنقل أي أموال ولا تُطلب أي بطاقة حقيقية. ويُوسم الرصيد في السجل بأنه تجريبي.',
  },
  choose: { en: 'Choose a test card', fr: 'Choisissez une carte de test', ar: 'اختر بطاقة تجريبية' },
  chooseOne: {
    en: 'Choose one of the cards.',
    fr: 'Choisissez l’une des cartes.',
    ar: 'اختر إحدى البطاقات.',
  },
  pay: { en: 'Pay', fr: 'Payer', ar: 'ادفع' },
  cancel: { en: 'Cancel the payment', fr: 'Annuler le paiement', ar: 'إلغاء الدفع' },
  back: { en: 'Back to the order', fr: 'Retour à la commande', ar: 'العودة إلى الطلب' },
  over: {
    en: 'This payment is over',
    fr: 'Ce paiement est terminé',
    ar: 'انتهت عملية الدفع هذه',
  },
  overHint: {
    en: 'A card was used here already, or the order waits for no payment any more. The order says how it stands.',
    fr: 'Une carte a déjà été utilisée ici, ou la commande n’attend plus de paiement. La commande indique où elle en est.',
    ar: 'استُخدمت بطاقة هنا من قبل، أو لم يعد الطلب ينتظر دفعًا. تجد حالته في صفحة الطلب.',
  },
} satisfies Record<string, Text>;

export const CARD_HINTS = {
  pays: { en: 'Pays at once', fr: 'Paie aussitôt', ar: 'تدفع فورًا' },
  declined: {
    en: 'The bank declines it',
    fr: 'La banque la refuse',
    ar: 'يرفضها البنك',
  },
  abandoned: {
    en: 'Walks away: nothing is paid, and the order waits',
    fr: 'Abandonne : rien n’est payé, la commande attend',
    ar: 'مغادرة دون دفع، ويبقى الطلب منتظرًا',
  },
  notice_twice: {
    en: 'Pays, and the notice comes twice',
    fr: 'Paie, et la notification arrive deux fois',
    ar: 'تدفع، ويصل الإشعار مرتين',
  },
  notice_late: {
    en: 'Pays, and the notice comes late',
    fr: 'Paie, et la notification arrive en retard',
    ar: 'تدفع، ويصل الإشعار متأخرًا',
  },
  notice_never: {
    en: 'Pays without a notice: the gateway finds it within a minute',
    fr: 'Paie sans notification : la passerelle le voit en moins d’une minute',
    ar: 'تدفع دون إشعار، وتكتشفها البوابة خلال دقيقة',
  },
} satisfies Record<string, Text>;
