/** Texts of the form that submits a job. */
import type { Text } from './language.js';

export const NEW_JOB = {
  title: { en: 'New job', fr: 'Nouvelle tâche', ar: 'مهمة جديدة' },
  lead: {
    en: 'The job goes the way of one that a program submits: it counts on the key’s limit and holds its price.',
    fr: 'La tâche suit le chemin de celles d’un programme : elle compte dans la limite de la clé et bloque son prix.',
    ar: 'تسلك المهمة طريق مهام البرامج: تُحسب ضمن حدّ المفتاح وتحجز سعرها.',
  },
  key: { en: 'Key that pays', fr: 'Clé qui paie', ar: 'المفتاح الدافع' },
  prompt: { en: 'Prompt', fr: 'Description', ar: 'الوصف' },
  promptHint: {
    en: 'Describe the scene in words.',
    fr: 'Décrivez la scène avec des mots.',
    ar: 'صف المشهد بالكلمات.',
  },
  seconds: { en: 'Length in seconds', fr: 'Durée en secondes', ar: 'المدة بالثواني' },
  secondsHint: {
    en: 'Left empty, it is the usual length of the model.',
    fr: 'Laissé vide : la durée habituelle du modèle.',
    ar: 'إن تُرك فارغًا فهي المدة المعتادة للنموذج.',
  },
  submit: { en: 'Submit the job', fr: 'Lancer la tâche', ar: 'أرسل المهمة' },
  perSecond: { en: 'a second', fr: 'par seconde', ar: 'للثانية' },
  noKeys: {
    en: 'There is no key for you to use',
    fr: 'Vous n’avez aucune clé à utiliser',
    ar: 'لا يوجد مفتاح يمكنك استخدامه',
  },
  noKeysHint: {
    en: 'A job is paid by a key. Create one first.',
    fr: 'Une tâche est payée par une clé. Créez-en une d’abord.',
    ar: 'يُدفع ثمن المهمة بمفتاح. أنشئ واحدًا أولًا.',
  },
  noneGranted: {
    en: 'An owner of the account can grant you one.',
    fr: 'Un propriétaire du compte peut vous en accorder une.',
    ar: 'يمكن لمالك الحساب أن يمنحك واحدًا.',
  },
  noModels: { en: 'No model is on offer', fr: 'Aucun modèle n’est proposé', ar: 'لا نماذج متاحة' },
  noModelsHint: {
    en: 'The operator of the gateway configures models.',
    fr: 'L’opérateur de la passerelle configure les modèles.',
    ar: 'يضبط مشغّل البوابة النماذج.',
  },
  topUp: { en: 'Top up', fr: 'Recharger', ar: 'شحن الرصيد' },
} satisfies Record<string, Text>;

/** The reasons why a job was not taken, each with what to do. */
export const NOT_TAKEN = {
  prompt: {
    en: 'A prompt has 1 to 10,000 characters, and not blanks alone.',
    fr: 'Une description compte de 1 à 10 000 caractères, et pas seulement des espaces.',
    ar: 'يتكون الوصف من 1 إلى 10.000 حرف وليس من فراغات فقط.',
  },
  seconds: {
    en: 'The model does not make this length. It makes:',
    fr: 'Le modèle ne produit pas cette durée. Il produit :',
    ar: 'لا ينتج النموذج هذه المدة. المدد المتاحة:',
  },
  model: { en: 'Choose a model.', fr: 'Choisissez un modèle.', ar: 'اختر نموذجًا.' },
  key: {
    en: 'Choose another key: this one is not there, or is revoked.',
    fr: 'Choisissez une autre clé : celle-ci n’existe pas ou est révoquée.',
    ar: 'اختر مفتاحًا آخر: هذا غير موجود أو ملغى.',
  },
  noCredit: {
    en: 'The balance of this key is too small. The job would hold, and the key has:',
    fr: 'Le solde de cette clé est insuffisant. La tâche bloquerait, et la clé possède :',
    ar: 'رصيد هذا المفتاح غير كافٍ. ستحجز المهمة، ولدى المفتاح:',
  },
  tooFast: {
    en: 'This key has made as many requests as its limit allows. Seconds until the next one:',
    fr: 'Cette clé a atteint sa limite de requêtes. Secondes avant la prochaine :',
    ar: 'بلغ هذا المفتاح حدّ طلباته. الثواني حتى الطلب التالي:',
  },
  tooManyJobs: {
    en: 'This key has as many unfinished jobs as it may. Wait until one has ended.',
    fr: 'Cette clé a autant de tâches en cours qu’elle le peut. Attendez la fin de l’une d’elles.',
    ar: 'لدى هذا المفتاح أقصى عدد من المهام الجارية. انتظر حتى تنتهي إحداها.',
  },
  busy: {
    en: 'The gateway takes no new jobs right now, and nothing was done. Try again in a moment.',
    fr: 'La passerelle n’accepte pas de nouvelle tâche pour l’instant ; rien n’a été fait. Réessayez dans un moment.',
    ar: 'لا تقبل البوابة مهام جديدة الآن ولم يُنفَّذ شيء. حاول بعد لحظات.',
  },
  used: {
    en: 'This form has been sent already, with something else in it. Look at your jobs before you send it again.',
    fr: 'Ce formulaire a déjà été envoyé avec un autre contenu. Regardez vos tâches avant de le renvoyer.',
    ar: 'أُرسل هذا النموذج من قبل بمحتوى آخر. راجع مهامك قبل إرساله مجددًا.',
  },
  other: {
    en: 'The job was not taken:',
    fr: 'La tâche n’a pas été acceptée :',
    ar: 'لم تُقبل المهمة:',
  },
} satisfies Record<string, Text>;
