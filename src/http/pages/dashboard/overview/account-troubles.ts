/** Texts of an account's troubles, each with what leads to its remedy. */
import type { Text } from '../texts/language.js';

export const TROUBLES = {
  noBalance: {
    en: (key: string) => `${key} has no balance: its jobs are refused until it is credited.`,
    fr: (key: string) => `${key} n’a plus de solde : ses tâches sont refusées jusqu’au prochain crédit.`,
    ar: (key: string) => `رصيد ${key} صفر: تُرفض مهامه حتى شحنه.`,
  },
  topUp: { en: 'Top up', fr: 'Recharger', ar: 'شحن الرصيد' },
  full: {
    en: (key: string) => `${key} has used up its requests of this minute: more are refused with 429.`,
    fr: (key: string) => `${key} a épuisé ses requêtes de cette minute : les suivantes reçoivent 429.`,
    ar: (key: string) => `استنفد ${key} طلبات هذه الدقيقة: تُرفض الطلبات التالية بالرمز 429.`,
  },
  seeKey: { en: 'See its limit', fr: 'Voir sa limite', ar: 'عرض حدّه' },
  failing: {
    en: (failed: string, all: string) =>
      `Jobs that ended today: ${all}, of which ${failed} failed. A job that fails is not charged.`,
    fr: (failed: string, all: string) =>
      `Tâches terminées aujourd’hui : ${all}, dont ${failed} en échec. Une tâche qui échoue n’est pas facturée.`,
    ar: (failed: string, all: string) =>
      `المهام المنتهية اليوم: ${all}، والفاشلة منها: ${failed}. لا تُحتسب تكلفة مهمة فاشلة.`,
  },
  seeFailed: { en: 'See these jobs', fr: 'Voir ces tâches', ar: 'عرض هذه المهام' },
} satisfies Record<
  string,
  Text | Text<(key: string) => string> | Text<(failed: string, all: string) => string>
>;

export const NODE_TROUBLES = {
  notReady: {
    en: 'The node takes no work now.',
    fr: 'Le nœud n’accepte aucun travail pour l’instant.',
    ar: 'لا تقبل العقدة أي عمل حاليًا.',
  },
  broken: {
    en: 'A provider keeps failing: some of its calls are held back.',
    fr: 'Un fournisseur échoue sans cesse : une partie de ses appels est retenue.',
    ar: 'يتكرر فشل أحد المزوّدين: أُوقفت بعض استدعاءاته.',
  },
  seeNode: { en: 'See the node', fr: 'Voir le nœud', ar: 'عرض العقدة' },
  setAside: {
    en: 'Orders are set aside: the payment service told something that does not go with them.',
    fr: 'Des commandes sont mises de côté : le service de paiement a indiqué quelque chose qui ne leur correspond pas.',
    ar: 'توجد طلبات معلّقة للمراجعة: أفادت خدمة الدفع بما لا يطابقها.',
  },
  seeOrders: { en: 'See these orders', fr: 'Voir ces commandes', ar: 'عرض هذه الطلبات' },
} satisfies Record<string, Text>;
