/** Texts of the pages on API keys. */
import type { Text } from './language.js';

export const KEYS = {
  title: { en: 'Keys', fr: 'Clés', ar: 'المفاتيح' },
  lead: {
    en: 'A program signs its requests with a key. Each key has a balance and a limit of its own.',
    fr: 'Un programme signe ses requêtes avec une clé. Chaque clé a son propre solde et sa propre limite.',
    ar: 'يوقّع البرنامج طلباته بمفتاح، ولكل مفتاح رصيده وحدّه الخاصان.',
  },
  create: { en: 'Create a key', fr: 'Créer une clé', ar: 'إنشاء مفتاح' },
  none: { en: 'No keys yet', fr: 'Aucune clé pour l’instant', ar: 'لا مفاتيح بعد' },
  noneHint: {
    en: 'Create the first one: you get its secret and two lines to paste.',
    fr: 'Créez la première : vous recevrez son secret et un exemple à coller.',
    ar: 'أنشئ أول مفتاح لتحصل على رمزه السري ومثال جاهز للصق.',
  },
  noneForMembers: {
    en: 'An owner of the account creates keys.',
    fr: 'C’est un propriétaire du compte qui crée les clés.',
    ar: 'ينشئ مالك الحساب المفاتيح.',
  },
  name: { en: 'Name', fr: 'Nom', ar: 'الاسم' },
  unnamed: { en: 'Unnamed key', fr: 'Clé sans nom', ar: 'مفتاح بلا اسم' },
  active: { en: 'Active', fr: 'Active', ar: 'مفعّل' },
  revoked: { en: 'Revoked', fr: 'Révoquée', ar: 'ملغى' },
  limit: { en: 'Requests a minute', fr: 'Requêtes par minute', ar: 'الطلبات في الدقيقة' },
  balance: { en: 'Balance', fr: 'Solde', ar: 'الرصيد' },
  marked: { en: 'Of it simulated', fr: 'Dont simulé', ar: 'منه محاكى' },
  reserved: { en: 'Held for running jobs', fr: 'Bloqué par les tâches en cours', ar: 'محجوز للمهام الجارية' },
  charged: { en: 'Spent so far', fr: 'Dépensé à ce jour', ar: 'المصروف حتى الآن' },
  created: { en: 'Created', fr: 'Créée le', ar: 'تاريخ الإنشاء' },
  account: { en: 'Account', fr: 'Compte', ar: 'الحساب' },
} satisfies Record<string, Text>;

export const NEW_KEY = {
  title: { en: 'Create a key', fr: 'Créer une clé', ar: 'إنشاء مفتاح' },
  nameHint: {
    en: 'To know it by, such as the program that uses it.',
    fr: 'Pour la reconnaître : par exemple le programme qui l’utilise.',
    ar: 'لتمييزه، مثل اسم البرنامج الذي يستخدمه.',
  },
  limitHint: {
    en: 'From 1 to 1,000,000 in any 60 seconds.',
    fr: 'De 1 à 1 000 000 sur toute période de 60 secondes.',
    ar: 'من 1 إلى 1.000.000 خلال أي 60 ثانية.',
  },
  limitLocked: {
    en: 'You can set a limit of your own once the account is verified. Until then it is the usual one.',
    fr: 'Vous pourrez fixer la limite une fois le compte vérifié. D’ici là, la limite habituelle s’applique.',
    ar: 'يمكنك تحديد حدّ خاص بعد التحقق من الحساب. وحتى ذلك الحين يسري الحدّ المعتاد.',
  },
  done: { en: 'Your key is ready', fr: 'Votre clé est prête', ar: 'مفتاحك جاهز' },
  once: {
    en: 'Copy the secret now and keep it safe: it is not shown again.',
    fr: 'Copiez le secret maintenant et gardez-le en lieu sûr : il ne sera plus affiché.',
    ar: 'انسخ الرمز السري الآن واحفظه في مكان آمن: لن يُعرض مرة أخرى.',
  },
  secret: { en: 'Secret', fr: 'Secret', ar: 'الرمز السري' },
  gone: {
    en: 'This key was made already, and its secret has been shown',
    fr: 'Cette clé existe déjà et son secret a été affiché',
    ar: 'أُنشئ هذا المفتاح من قبل وعُرض رمزه السري',
  },
  goneHint: {
    en: 'The page was sent a second time; no other key was made. If you did not copy the secret, revoke this key and create another.',
    fr: 'La page a été envoyée deux fois ; aucune autre clé n’a été créée. Si vous n’avez pas copié le secret, révoquez cette clé et créez-en une autre.',
    ar: 'أُرسلت الصفحة مرة ثانية ولم يُنشأ مفتاح آخر. إن لم تنسخ الرمز السري فألغِ هذا المفتاح وأنشئ غيره.',
  },
  tryIt: { en: 'Try it', fr: 'Essayez-la', ar: 'جرّبه' },
  tryItHint: {
    en: 'Either of these submits a job of 8 seconds. The key needs credit for it.',
    fr: 'Chacun de ces exemples lance une tâche de 8 secondes. La clé doit être créditée.',
    ar: 'كلا المثالين يرسل مهمة مدتها 8 ثوانٍ. يجب أن يكون في المفتاح رصيد.',
  },
  open: { en: 'Open the key', fr: 'Ouvrir la clé', ar: 'فتح المفتاح' },
} satisfies Record<string, Text>;

export const ONE_KEY = {
  settings: { en: 'Settings', fr: 'Réglages', ar: 'الإعدادات' },
  save: { en: 'Save', fr: 'Enregistrer', ar: 'حفظ' },
  saved: { en: 'Saved.', fr: 'Enregistré.', ar: 'تم الحفظ.' },
  revoke: { en: 'Revoke the key…', fr: 'Révoquer la clé…', ar: 'إلغاء المفتاح…' },
  revokeHint: {
    en: 'From then on every request with this key is refused, for good. Running jobs still finish, and the ledger stays.',
    fr: 'Toute requête avec cette clé sera alors refusée, définitivement. Les tâches en cours se terminent et le relevé reste.',
    ar: 'سيُرفض بعدها كل طلب بهذا المفتاح نهائيًا. تكتمل المهام الجارية ويبقى السجل.',
  },
  revokeNow: { en: 'Revoke it for good', fr: 'Révoquer définitivement', ar: 'إلغاء نهائي' },
  revokedHint: {
    en: 'This key is revoked: requests with it are refused, and it changes no more.',
    fr: 'Cette clé est révoquée : ses requêtes sont refusées et elle ne change plus.',
    ar: 'هذا المفتاح ملغى: تُرفض طلباته ولا يمكن تعديله.',
  },
  nameWanted: {
    en: 'A name has 1 to 100 characters.',
    fr: 'Un nom compte de 1 à 100 caractères.',
    ar: 'يتكون الاسم من 1 إلى 100 حرف.',
  },
  tooMany: {
    en: 'The account has as many keys as it may have: revoke one that it does not need.',
    fr: 'Le compte a autant de clés que permis : révoquez-en une dont il n’a pas besoin.',
    ar: 'بلغ الحساب أقصى عدد من المفاتيح: ألغِ مفتاحًا لا يحتاج إليه.',
  },
  limitWanted: {
    en: 'A whole number from 1 to 1,000,000.',
    fr: 'Un nombre entier de 1 à 1 000 000.',
    ar: 'عدد صحيح من 1 إلى 1.000.000.',
  },
} satisfies Record<string, Text>;
