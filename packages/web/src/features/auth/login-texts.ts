/** The texts of the login page, the one page in several languages. English is the default. */

const english = {
  skip: 'Skip to content',
  loginWith: (platform: string) => `Login With ${platform}`,
  attempting: 'Attempting to login...',
  tagline: 'Race marbles with your viewers. See who keeps winning.',
  explanation: (platform: string) =>
    `Leaderboards, dashboards and events for streamers, straight from your own races. We ask ${platform} for your name, picture and email address, nothing else.`,
  failed: 'Signing in did not work. Please try again.',
  blocked:
    'Your browser blocks storage for this site, so nobody can sign in here. Allow cookies and site data for this site, then load the page again.',
  unreachable: 'The sign-in could not be loaded.',
  retry: 'Try again',
  practice: 'Practice sign-in: anyone can be anyone',
  language: 'Language',
  aboutTitle: 'The leaderboard for Marbles on Stream',
  about: "Find your rank, follow every race, and reveal your event's results live on stream.",
  dashboard: 'Go to Dashboard',
  pages: 'Standings, events and games',
}

export type LoginTexts = typeof english

const german: LoginTexts = {
  skip: 'Zum Inhalt springen',
  loginWith: (platform) => `Mit ${platform} anmelden`,
  attempting: 'Anmeldung läuft...',
  tagline:
    'Lass Murmeln mit deinen Zuschauern um die Wette rollen. Sieh, wer immer wieder gewinnt.',
  explanation: (platform) =>
    `Bestenlisten, Übersichten und Events für Streamer, direkt aus deinen eigenen Rennen. Wir fragen ${platform} nach Name, Bild und E-Mail-Adresse, nach sonst nichts.`,
  blocked:
    'Dein Browser sperrt den Speicher für diese Seite, daher kann sich hier niemand anmelden. Erlaube Cookies und Websitedaten für diese Seite und lade sie dann neu.',
  failed: 'Die Anmeldung hat nicht geklappt. Bitte versuche es noch einmal.',
  unreachable: 'Die Anmeldung konnte nicht geladen werden.',
  retry: 'Noch einmal versuchen',
  practice: 'Übungsanmeldung: Jeder kann jeder sein',
  language: 'Sprache',
  aboutTitle: 'Die Bestenliste für Marbles on Stream',
  about:
    'Finde deinen Rang, verfolge jedes Rennen und enthülle die Ergebnisse deines Events live im Stream.',
  dashboard: 'Zur Übersicht',
  pages: 'Ranglisten, Events und Spiele (auf Englisch)',
}

const spanish: LoginTexts = {
  skip: 'Ir al contenido',
  loginWith: (platform) => `Iniciar sesión con ${platform}`,
  attempting: 'Iniciando sesión...',
  tagline: 'Haz carreras de canicas con tu público. Descubre quién gana una y otra vez.',
  explanation: (platform) =>
    `Clasificaciones, paneles y eventos para streamers, sacados de tus propias carreras. Pedimos a ${platform} tu nombre, tu imagen y tu correo electrónico, nada más.`,
  blocked:
    'Tu navegador bloquea el almacenamiento de este sitio, así que aquí nadie puede iniciar sesión. Permite las cookies y los datos de este sitio y vuelve a cargar la página.',
  failed: 'No se pudo iniciar sesión. Inténtalo de nuevo.',
  unreachable: 'No se pudo cargar el inicio de sesión.',
  retry: 'Intentar de nuevo',
  practice: 'Inicio de sesión de práctica: cualquiera puede ser cualquiera',
  language: 'Idioma',
  aboutTitle: 'La clasificación de Marbles on Stream',
  about: 'Encuentra tu puesto, sigue cada carrera y revela los resultados de tu evento en directo.',
  dashboard: 'Ir al panel',
  pages: 'Clasificaciones, eventos y partidas (en inglés)',
}

const french: LoginTexts = {
  skip: 'Aller au contenu',
  loginWith: (platform) => `Se connecter avec ${platform}`,
  attempting: 'Connexion en cours...',
  tagline: 'Faites la course aux billes avec votre public. Voyez qui gagne encore et encore.',
  explanation: (platform) =>
    `Classements, tableaux de bord et événements pour streamers, tirés de vos propres courses. Nous demandons à ${platform} votre nom, votre image et votre adresse e-mail, rien d’autre.`,
  blocked:
    'Votre navigateur bloque le stockage pour ce site : personne ne peut s’y connecter. Autorisez les cookies et les données de ce site, puis rechargez la page.',
  failed: 'La connexion a échoué. Veuillez réessayer.',
  unreachable: 'La connexion n’a pas pu être chargée.',
  retry: 'Réessayer',
  practice: 'Connexion d’entraînement : chacun peut être n’importe qui',
  language: 'Langue',
  aboutTitle: 'Le classement de Marbles on Stream',
  about:
    'Trouvez votre rang, suivez chaque course et révélez les résultats de votre événement en direct.',
  dashboard: 'Aller au tableau de bord',
  pages: 'Classements, événements et parties (en anglais)',
}

export const languages = {
  en: { name: 'English', texts: english },
  de: { name: 'Deutsch', texts: german },
  es: { name: 'Español', texts: spanish },
  fr: { name: 'Français', texts: french },
} as const

export type LoginLanguage = keyof typeof languages

export const DEFAULT_LANGUAGE: LoginLanguage = 'en'

export function isLanguage(value: unknown): value is LoginLanguage {
  return typeof value === 'string' && Object.hasOwn(languages, value)
}
