/** Texts of the chat. */
import type { ChatTexts } from '../islands/chat/chat-setup.js';
import type { Text } from '../texts/language.js';

export const CHAT = {
  title: { en: 'Chat', fr: 'Discussion', ar: 'المحادثة' },
  lead: {
    en: 'Conversations are kept in this browser alone, until you sign out.',
    fr: 'Les discussions restent dans ce navigateur seulement, jusqu’à votre déconnexion.',
    ar: 'تُحفظ المحادثات في هذا المتصفح وحده حتى تسجّل خروجك.',
  },
  noKeysHint: {
    en: 'An answer is paid by a key. Create one first.',
    fr: 'Une réponse est payée par une clé. Créez-en une d’abord.',
    ar: 'يُدفع ثمن الإجابة بمفتاح. أنشئ واحدًا أولًا.',
  },
  noScript: {
    en: 'The chat needs the script of this page, which your browser does not run. From a command line the same is:',
    fr: 'La discussion a besoin du script de cette page, que votre navigateur n’exécute pas. En ligne de commande :',
    ar: 'تحتاج المحادثة إلى برنامج هذه الصفحة الذي لا يشغّله متصفحك. ومن سطر الأوامر يكون الأمر نفسه:',
  },
  command: { en: 'Command', fr: 'Commande', ar: 'الأمر' },
} satisfies Record<string, Text>;

/** Those that the script shows. */
export const CHAT_SCRIPT = {
  message: { en: 'Message', fr: 'Message', ar: 'الرسالة' },
  messageHint: { en: 'Write a message…', fr: 'Votre message…', ar: 'اكتب رسالة…' },
  send: { en: 'Send', fr: 'Envoyer', ar: 'إرسال' },
  stop: { en: 'Stop', fr: 'Arrêter', ar: 'إيقاف' },
  model: { en: 'Model', fr: 'Modèle', ar: 'النموذج' },
  prices: {
    en: '1 million tokens: {input} {unit} in, {output} {unit} out',
    fr: '1 million de jetons : {input} {unit} lus, {output} {unit} écrits',
    ar: 'مليون رمز: {input} {unit} للقراءة و{output} {unit} للكتابة',
  },
  key: { en: 'Key that pays', fr: 'Clé qui paie', ar: 'المفتاح الدافع' },
  empty: { en: 'Ask something', fr: 'Posez une question', ar: 'اسأل ما تشاء' },
  emptyHint: {
    en: 'Enter sends a message, Shift and Enter begin a new line.',
    fr: 'Entrée envoie le message, Maj et Entrée commencent une ligne.',
    ar: 'مفتاح Enter يرسل الرسالة، وShift مع Enter يبدأ سطرًا جديدًا.',
  },
  newConversation: { en: 'New conversation', fr: 'Nouvelle discussion', ar: 'محادثة جديدة' },
  conversations: { en: 'Conversations', fr: 'Discussions', ar: 'المحادثات' },
  noConversations: { en: 'None is kept yet.', fr: 'Aucune pour l’instant.', ar: 'لا توجد محادثات بعد.' },
  remove: { en: 'Delete “{title}”', fr: 'Supprimer « {title} »', ar: 'حذف «{title}»' },
  notKept: {
    en: 'This browser has no room for this conversation: it is gone with the page.',
    fr: 'Ce navigateur n’a plus de place pour cette discussion : elle disparaîtra avec la page.',
    ar: 'لا مكان في هذا المتصفح لهذه المحادثة: ستختفي مع إغلاق الصفحة.',
  },
  conversation: { en: 'Conversation', fr: 'Discussion', ar: 'محادثة' },
  you: { en: 'You', fr: 'Vous', ar: 'أنت' },
  writing: { en: 'The answer is being written.', fr: 'La réponse s’écrit.', ar: 'تُكتب الإجابة الآن.' },
  whole: { en: 'The answer is complete.', fr: 'La réponse est complète.', ar: 'اكتملت الإجابة.' },
  stopped: { en: 'Stopped', fr: 'Arrêtée', ar: 'أُوقفت' },
  estimated: { en: 'estimated', fr: 'estimé', ar: 'تقديرًا' },
  copy: { en: 'Copy', fr: 'Copier', ar: 'نسخ' },
  copyCode: { en: 'Copy the code', fr: 'Copier le code', ar: 'نسخ الشيفرة' },
  copied: { en: 'Copied', fr: 'Copié', ar: 'تم النسخ' },
  table: { en: 'Table', fr: 'Tableau', ar: 'جدول' },
  image: { en: 'Image', fr: 'Image', ar: 'صورة' },
  sendAgain: { en: 'Send again', fr: 'Renvoyer', ar: 'أعد الإرسال' },
  sendAgainHint: {
    en: 'Enter in the empty field does it, too.',
    fr: 'Entrée dans le champ vide suffit.',
    ar: 'يكفي الضغط على Enter في الحقل الفارغ.',
  },
  limit: {
    en: 'Your account has sent 30 messages within a minute. This one was not sent and costs nothing.',
    fr: 'Votre compte a envoyé 30 messages en une minute. Celui-ci n’est pas parti et ne coûte rien.',
    ar: 'أرسل حسابك 30 رسالة خلال دقيقة. لم تُرسل هذه الرسالة ولا تكلّف شيئًا.',
  },
  limitIn: {
    en: 'It can be sent again in {seconds} s.',
    fr: 'Il pourra repartir dans {seconds} s.',
    ar: 'يمكن إعادة إرسالها بعد {seconds} ث.',
  },
  limitOver: {
    en: 'It can be sent again now.',
    fr: 'Il peut être renvoyé maintenant.',
    ar: 'يمكن إعادة إرسالها الآن.',
  },
  credit: {
    en: 'The balance of this key is too small for this answer.',
    fr: 'Le solde de cette clé ne suffit pas pour cette réponse.',
    ar: 'رصيد هذا المفتاح لا يكفي لهذه الإجابة.',
  },
  creditNeeds: {
    en: 'It could cost {required} {unit}, and the key has {balance} {unit}.',
    fr: 'Elle pourrait coûter {required} {unit}, et la clé possède {balance} {unit}.',
    ar: 'قد تكلّف {required} {unit} ولدى المفتاح {balance} {unit}.',
  },
  topUp: { en: 'Top up', fr: 'Recharger', ar: 'شحن الرصيد' },
  keyGone: {
    en: 'This key is not there any more, or is not yours to use. Choose another one.',
    fr: 'Cette clé n’existe plus, ou vous ne pouvez plus l’utiliser. Choisissez-en une autre.',
    ar: 'لم يعد هذا المفتاح موجودًا أو لم يعد متاحًا لك. اختر مفتاحًا آخر.',
  },
  modelGone: {
    en: 'This model is not on offer any more. Choose another one.',
    fr: 'Ce modèle n’est plus proposé. Choisissez-en un autre.',
    ar: 'لم يعد هذا النموذج متاحًا. اختر نموذجًا آخر.',
  },
  signedOut: {
    en: 'Your session has ended. Sign in, and the conversation is here again.',
    fr: 'Votre session est terminée. Connectez-vous : la discussion sera toujours là.',
    ar: 'انتهت جلستك. سجّل الدخول وستجد المحادثة هنا.',
  },
  signIn: { en: 'Sign in', fr: 'Se connecter', ar: 'تسجيل الدخول' },
  tooLong: {
    en: 'This conversation has become too long. Begin a new one.',
    fr: 'Cette discussion est devenue trop longue. Commencez-en une nouvelle.',
    ar: 'أصبحت هذه المحادثة طويلة جدًا. ابدأ محادثة جديدة.',
  },
  busy: {
    en: 'The gateway takes no message right now, and nothing was charged. Try again in a moment.',
    fr: 'La passerelle ne prend pas de message pour l’instant ; rien n’a été débité. Réessayez bientôt.',
    ar: 'لا تقبل البوابة رسائل الآن ولم يُخصم شيء. حاول بعد لحظات.',
  },
  lost: {
    en: 'The connection broke off.',
    fr: 'La connexion a été coupée.',
    ar: 'انقطع الاتصال.',
  },
  provider: {
    en: 'The model did not answer to its end.',
    fr: 'Le modèle n’a pas répondu jusqu’au bout.',
    ar: 'لم يُكمل النموذج إجابته.',
  },
  rejected: {
    en: 'The model refuses this message for what it says.',
    fr: 'Le modèle refuse ce message pour son contenu.',
    ar: 'يرفض النموذج هذه الرسالة بسبب محتواها.',
  },
  unsettled: {
    en: 'The text is there, and its charge could not be stored yet.',
    fr: 'Le texte est là, mais son débit n’a pas encore pu être enregistré.',
    ar: 'وصل النص ولم يُحفظ خصم ثمنه بعد.',
  },
  other: {
    en: 'The message was not taken:',
    fr: 'Le message n’a pas été accepté :',
    ar: 'لم تُقبل الرسالة:',
  },
  cut: {
    en: 'The answer ends here: it has as many tokens as the model gives.',
    fr: 'La réponse s’arrête ici : elle a atteint le maximum de jetons du modèle.',
    ar: 'تنتهي الإجابة هنا: بلغت أقصى عدد رموز للنموذج.',
  },
} satisfies Record<keyof ChatTexts, Text>;
