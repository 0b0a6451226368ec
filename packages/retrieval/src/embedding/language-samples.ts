/** A question, and a passage that answers it in other words. */
export type LanguageSample = readonly [question: string, passage: string];

/**
 * The same eight questions and answers in each language, about subjects that have nothing in common.
 * Questions share hardly a word with their answers, so that only a model that knows the language finds them.
 */
export const languageSamples = {
  german: [
    ['Wie viel Urlaub haben Angestellte?', 'Dem Personal stehen dreißig freie Tage im Jahr zu.'],
    [
      'Wann wird das Öl der Pumpe gewechselt?',
      'Nach 500 Betriebsstunden ist der Schmierstoff zu erneuern.',
    ],
    [
      'Was hilft gegen Kopfschmerzen?',
      'Ibuprofen lindert das Stechen in den Schläfen binnen einer halben Stunde.',
    ],
    [
      'Welcher Planet ist der größte?',
      'Jupiter hat mehr Masse als alle anderen Himmelskörper um die Sonne zusammen.',
    ],
    [
      'Wie kann ich bezahlen?',
      'Rechnungen begleichen Sie durch Überweisung oder mit der Kreditkarte.',
    ],
    ['Wie lange kochen Eier?', 'Zehn Minuten in siedendem Wasser machen das Dotter fest.'],
    [
      'Ich habe mein Passwort vergessen.',
      'Um sich wieder anzumelden, fordern Sie neue Zugangsdaten per E-Mail an.',
    ],
    ['Wer baute die Pyramiden?', 'Ägyptische Pharaonen ließen diese Gräber aus Stein errichten.'],
  ],
  french: [
    [
      'Combien de vacances ont les salariés ?',
      'Le personnel dispose de trente jours de congé par an.',
    ],
    [
      "Quand change-t-on l'huile de la pompe ?",
      'Le lubrifiant est remplacé après 500 heures de fonctionnement.',
    ],
    [
      'Que prendre contre le mal de tête ?',
      "L'ibuprofène soulage la douleur aux tempes en une demi-heure.",
    ],
    [
      'Quelle planète est la plus grande ?',
      'Jupiter a plus de masse que tous les autres astres autour du soleil.',
    ],
    ['Comment puis-je payer ?', 'Les factures se règlent par virement ou par carte bancaire.'],
    [
      'Combien de temps cuisent les œufs ?',
      "Dix minutes dans l'eau bouillante rendent le jaune dur.",
    ],
    [
      "J'ai oublié mon mot de passe.",
      'Pour vous reconnecter, demandez de nouveaux identifiants par courriel.',
    ],
    [
      'Qui a construit les pyramides ?',
      'Les pharaons égyptiens firent élever ces tombeaux de pierre.',
    ],
  ],
  spanish: [
    [
      '¿Cuántas vacaciones tienen los empleados?',
      'El personal dispone de treinta días libres al año.',
    ],
    [
      '¿Cuándo se cambia el aceite de la bomba?',
      'El lubricante se sustituye tras 500 horas de funcionamiento.',
    ],
    ['¿Qué tomo contra la migraña?', 'El ibuprofeno alivia el dolor de cabeza en media hora.'],
    [
      '¿Qué planeta es el más grande?',
      'Júpiter tiene más masa que todos los demás astros alrededor del sol.',
    ],
    ['¿Cómo puedo pagar?', 'Las facturas se abonan por transferencia o con tarjeta de crédito.'],
    ['¿Cuánto tiempo hierven los huevos?', 'Diez minutos en agua caliente dejan dura la yema.'],
    [
      'He olvidado mi contraseña.',
      'Para volver a entrar, pida nuevas credenciales por correo electrónico.',
    ],
    [
      '¿Quién construyó las pirámides?',
      'Los faraones egipcios mandaron levantar estas tumbas de piedra.',
    ],
  ],
  italian: [
    ['Quante ferie hanno i dipendenti?', 'Al personale spettano trenta giorni liberi ogni anno.'],
    [
      "Quando si cambia l'olio della pompa?",
      'Il lubrificante va sostituito dopo 500 ore di funzionamento.',
    ],
    [
      "Che cosa prendo contro l'emicrania?",
      "L'ibuprofene allevia il dolore alla testa in mezz'ora.",
    ],
    [
      'Quale pianeta è il più grande?',
      'Giove ha più massa di tutti gli altri astri intorno al sole.',
    ],
    ['Come posso pagare?', 'Le fatture si saldano con bonifico o carta di credito.'],
    ['Per quanto tempo bollono le uova?', "Dieci minuti nell'acqua calda rendono sodo il tuorlo."],
    ['Ho dimenticato la password.', 'Per accedere di nuovo chieda nuove credenziali via e-mail.'],
    ['Chi costruì le piramidi?', 'I faraoni egizi fecero innalzare queste tombe di pietra.'],
  ],
  portuguese: [
    ['Quantas férias têm os funcionários?', 'O pessoal dispõe de trinta dias livres por ano.'],
    [
      'Quando se troca o óleo da bomba?',
      'O lubrificante é substituído após 500 horas de funcionamento.',
    ],
    ['O que tomar contra a enxaqueca?', 'O ibuprofeno alivia a dor de cabeça em meia hora.'],
    [
      'Qual planeta é o maior?',
      'Júpiter tem mais massa do que todos os outros astros em volta do sol.',
    ],
    ['Como posso pagar?', 'As faturas são liquidadas por transferência ou cartão de crédito.'],
    ['Quanto tempo fervem os ovos?', 'Dez minutos em água quente deixam a gema dura.'],
    [
      'Esqueci a minha senha.',
      'Para entrar de novo, peça novas credenciais por correio eletrônico.',
    ],
    ['Quem construiu as pirâmides?', 'Os faraós egípcios mandaram erguer estes túmulos de pedra.'],
  ],
  dutch: [
    [
      'Hoeveel vakantie krijgen werknemers?',
      'Het personeel heeft recht op dertig vrije dagen per jaar.',
    ],
    [
      'Wanneer wordt de olie van de pomp ververst?',
      'Na 500 draaiuren moet het smeermiddel vervangen worden.',
    ],
    ['Wat helpt tegen migraine?', 'Ibuprofen verlicht hoofdpijn binnen een half uur.'],
    [
      'Welke planeet is het grootst?',
      'Jupiter heeft meer massa dan alle andere hemellichamen rond de zon.',
    ],
    ['Hoe kan ik betalen?', 'Facturen voldoet u met een overschrijving of creditcard.'],
    ['Hoe lang koken eieren?', 'Tien minuten in heet water maken de dooier hard.'],
    [
      'Ik ben mijn wachtwoord vergeten.',
      'Om opnieuw in te loggen vraagt u per e-mail nieuwe gegevens aan.',
    ],
    ['Wie bouwde de piramides?', 'Egyptische farao’s lieten deze graven van steen oprichten.'],
  ],
  swedish: [
    [
      'Hur mycket semester får anställda?',
      'Personalen har rätt till trettio lediga dagar om året.',
    ],
    ['När byts oljan i pumpen?', 'Smörjmedlet ska ersättas efter 500 drifttimmar.'],
    ['Vad hjälper mot migrän?', 'Ibuprofen lindrar huvudvärk inom en halvtimme.'],
    ['Vilken planet är störst?', 'Jupiter har mer massa än alla andra himlakroppar runt solen.'],
    ['Hur kan jag betala?', 'Fakturor regleras med överföring eller kreditkort.'],
    ['Hur länge kokar ägg?', 'Tio minuter i hett vatten gör gulan hård.'],
    ['Jag har glömt mitt lösenord.', 'För att logga in igen begär du nya uppgifter via e-post.'],
    ['Vem byggde pyramiderna?', 'Egyptiska faraoner lät resa dessa gravar av sten.'],
  ],
  cyrillic: [
    ['Какой отпуск у сотрудников?', 'Персоналу полагается тридцать свободных дней в году.'],
    ['Когда менять масло насоса?', 'Смазку заменяют после 500 часов работы.'],
    ['Что помогает от мигрени?', 'Ибупрофен снимает головную боль за полчаса.'],
    [
      'Какая планета самая большая?',
      'Масса Юпитера больше, чем у всех остальных небесных тел вокруг Солнца.',
    ],
    ['Как можно заплатить?', 'Счета погашают банковским переводом или кредитной картой.'],
    ['Сколько варить яйца?', 'За десять минут в кипятке желток становится твёрдым.'],
    ['Я забыл пароль.', 'Чтобы снова войти, запросите новые данные по электронной почте.'],
    ['Кто построил пирамиды?', 'Египетские фараоны возвели эти каменные гробницы.'],
  ],
  han: [
    ['员工有多少假期？', '每年公司人员可以休息三十天。'],
    ['水泵的油什么时候更换？', '运转五百小时之后必须换新的润滑剂。'],
    ['头痛怎么办？', '布洛芬半小时内可以缓解偏头疼。'],
    ['哪颗行星最大？', '木星的质量超过太阳周围所有其他天体的总和。'],
    ['我怎样付款？', '账单可以用银行转账或者信用卡结清。'],
    ['鸡蛋要煮多久？', '在沸水里十分钟，蛋黄就会变硬。'],
    ['我忘记了密码。', '要重新登录，请通过电子邮件申请新的账户信息。'],
    ['谁建造了金字塔？', '埃及法老命人修筑了这些石头陵墓。'],
  ],
  kana: [
    ['従業員の休暇は何日ですか？', 'スタッフは毎年三十日休むことができます。'],
    ['ポンプのオイルはいつ交換しますか？', '五百時間運転したら潤滑剤を新しくしてください。'],
    ['頭痛には何が効きますか？', 'イブプロフェンは三十分で偏頭痛を和らげます。'],
    ['一番大きい惑星はどれですか？', '木星の質量は太陽を回る他のすべての天体より大きい。'],
    ['どうやって支払えますか？', '請求書は銀行振込かクレジットカードで決済します。'],
    ['卵はどのくらいゆでますか？', '熱湯に十分入れると黄身が固くなります。'],
    ['パスワードを忘れました。', '再びログインするには、新しい情報をメールで請求してください。'],
    ['ピラミッドを建てたのは誰ですか？', 'エジプトのファラオがこの石の墓を造らせた。'],
  ],
  hangul: [
    ['직원의 휴가는 며칠입니까?', '사원들은 해마다 삼십 일을 쉴 수 있다.'],
    ['펌프의 오일은 언제 교체합니까?', '오백 시간 가동한 뒤 윤활제를 새것으로 바꾼다.'],
    ['두통에 무엇이 좋습니까?', '이부프로펜은 삼십 분 안에 머리 아픔을 덜어 준다.'],
    ['가장 큰 행성은 무엇입니까?', '목성의 질량은 태양 주위의 다른 모든 천체보다 많다.'],
    ['어떻게 결제할 수 있습니까?', '청구서는 계좌 이체나 신용 카드로 지불한다.'],
    ['달걀은 얼마나 삶습니까?', '끓는 물에 십 분 두면 노른자가 단단해진다.'],
    ['비밀번호를 잊어버렸어요.', '다시 로그인하려면 이메일로 새 정보를 요청하십시오.'],
    ['누가 피라미드를 지었습니까?', '이집트 파라오들이 이 돌무덤을 세우게 했다.'],
  ],
  arabic: [
    ['كم مدة إجازة الموظفين؟', 'يحق للعاملين ثلاثون يوم راحة في السنة.'],
    ['متى يغيَّر زيت المضخة؟', 'تُستبدل مادة التشحيم بعد 500 ساعة تشغيل.'],
    ['ما الذي ينفع ضد الشقيقة؟', 'يخفف الإيبوبروفين ألم الرأس خلال نصف ساعة.'],
    ['ما هو أكبر كوكب؟', 'كتلة المشتري تفوق كتلة كل الأجرام الأخرى حول الشمس.'],
    ['كيف يمكنني الدفع؟', 'تُسدَّد الفواتير بتحويل مصرفي أو ببطاقة ائتمان.'],
    ['كم يُسلق البيض؟', 'عشر دقائق في الماء الساخن تجعل الصفار صلبا.'],
    ['نسيت كلمة السر.', 'لتسجيل الدخول من جديد اطلب بيانات جديدة بالبريد الإلكتروني.'],
    ['من بنى الأهرامات؟', 'أمر الفراعنة المصريون بتشييد هذه المقابر الحجرية.'],
  ],
  devanagari: [
    ['कर्मचारियों को कितनी छुट्टी मिलती है?', 'स्टाफ़ साल में तीस दिन अवकाश ले सकता है।'],
    ['पंप का तेल कब बदलना चाहिए?', '500 घंटे चलने के बाद नया स्नेहक डालें।'],
    ['सिरदर्द में क्या लें?', 'आइबुप्रोफेन आधे घंटे में माइग्रेन कम करता है।'],
    ['सबसे बड़ा ग्रह कौन सा है?', 'बृहस्पति का द्रव्यमान सूर्य के चारों ओर के बाकी सब पिंडों से अधिक है।'],
    ['मैं भुगतान कैसे करूँ?', 'बिल बैंक ट्रांसफ़र या क्रेडिट कार्ड से चुकाए जाते हैं।'],
    ['अंडे कितनी देर उबालें?', 'दस मिनट गर्म पानी में रखने पर ज़र्दी सख़्त हो जाती है।'],
    ['मैं अपना पासवर्ड भूल गया।', 'फिर से लॉग इन करने के लिए ईमेल से नई जानकारी माँगें।'],
    ['पिरामिड किसने बनाए?', 'मिस्र के फ़राओ ने पत्थर के ये मक़बरे खड़े करवाए।'],
  ],
  greek: [
    [
      'Πόση άδεια δικαιούνται οι εργαζόμενοι;',
      'Το προσωπικό έχει τριάντα ελεύθερες ημέρες τον χρόνο.',
    ],
    [
      'Πότε αλλάζει το λάδι της αντλίας;',
      'Το λιπαντικό αντικαθίσταται μετά από 500 ώρες λειτουργίας.',
    ],
    ['Τι βοηθάει στην ημικρανία;', 'Η ιβουπροφαίνη ανακουφίζει τον πονοκέφαλο σε μισή ώρα.'],
    [
      'Ποιος πλανήτης είναι ο μεγαλύτερος;',
      'Ο Δίας έχει περισσότερη μάζα από όλα τα άλλα ουράνια σώματα γύρω από τον ήλιο.',
    ],
    ['Πώς μπορώ να πληρώσω;', 'Τα τιμολόγια εξοφλούνται με τραπεζική μεταφορά ή πιστωτική κάρτα.'],
    ['Πόση ώρα βράζουν τα αυγά;', 'Δέκα λεπτά σε καυτό νερό κάνουν τον κρόκο σφιχτό.'],
    [
      'Ξέχασα τον κωδικό μου.',
      'Για να συνδεθείτε ξανά, ζητήστε νέα στοιχεία με ηλεκτρονικό ταχυδρομείο.',
    ],
    ['Ποιος έχτισε τις πυραμίδες;', 'Οι Αιγύπτιοι φαραώ ανήγειραν αυτούς τους πέτρινους τάφους.'],
  ],
  hebrew: [
    ['כמה חופשה מגיעה לעובדים?', 'לצוות יש שלושים ימים פנויים בשנה.'],
    ['מתי מחליפים את השמן של המשאבה?', 'חומר הסיכה מתחדש לאחר 500 שעות פעולה.'],
    ['מה עוזר נגד מיגרנה?', 'איבופרופן מקל על כאב ראש תוך חצי שעה.'],
    ['איזה כוכב לכת הוא הגדול ביותר?', 'המסה של צדק גדולה משל כל שאר הגופים סביב השמש.'],
    ['איך אפשר לשלם?', 'חשבונות נפרעים בהעברה בנקאית או בכרטיס אשראי.'],
    ['כמה זמן מבשלים ביצים?', 'עשר דקות במים רותחים מקשות את החלמון.'],
    ['שכחתי את הסיסמה.', 'כדי להתחבר שוב יש לבקש פרטים חדשים בדואר אלקטרוני.'],
    ['מי בנה את הפירמידות?', 'פרעוני מצרים הקימו את קברי האבן האלה.'],
  ],
} as const satisfies Readonly<Record<string, readonly LanguageSample[]>>;

/** A language, or a script that is taken for one. */
export type SampledLanguage = keyof typeof languageSamples;
