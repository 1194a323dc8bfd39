/** Texts of a key's ledger. */
import type { EntryType } from '../../../../actors/money/ledger.js';
import type { Text } from './language.js';

export const LEDGER = {
  title: { en: 'Ledger', fr: 'Relevé', ar: 'سجل الحركات' },
  empty: { en: 'Nothing has moved yet', fr: 'Aucun mouvement', ar: 'لا حركات بعد' },
  emptyHint: {
    en: 'Credit, and every job that is paid for, appears here.',
    fr: 'Les crédits et chaque tâche payée apparaissent ici.',
    ar: 'يظهر هنا كل شحن للرصيد وكل مهمة مدفوعة.',
  },
  when: { en: 'When', fr: 'Date', ar: 'التاريخ' },
  what: { en: 'Movement', fr: 'Mouvement', ar: 'الحركة' },
  amount: { en: 'Amount', fr: 'Montant', ar: 'المبلغ' },
  balance: { en: 'Balance after', fr: 'Solde après', ar: 'الرصيد بعدها' },
  reserved: { en: 'Held after', fr: 'Bloqué après', ar: 'المحجوز بعدها' },
  download: { en: 'Download CSV', fr: 'Télécharger en CSV', ar: 'تنزيل CSV' },
} satisfies Record<string, Text>;

/** Each kind of entry, by its name on disk. */
export const MOVEMENTS: Readonly<Record<EntryType, Text>> = {
  credit: { en: 'Credit', fr: 'Crédit', ar: 'شحن رصيد' },
  reserve: { en: 'Held for a job', fr: 'Bloqué pour une tâche', ar: 'حجز لمهمة' },
  charge: { en: 'Charged for a job', fr: 'Facturé pour une tâche', ar: 'تكلفة مهمة' },
  release: { en: 'Given back', fr: 'Restitué', ar: 'إعادة إلى الرصيد' },
  debit: { en: 'Taken back', fr: 'Débit', ar: 'خصم من الرصيد' },
  transfer_out: { en: 'Moved to another key', fr: 'Transféré vers une autre clé', ar: 'تحويل إلى مفتاح آخر' },
  transfer_in: { en: 'Received from another key', fr: 'Reçu d’une autre clé', ar: 'تحويل من مفتاح آخر' },
};
