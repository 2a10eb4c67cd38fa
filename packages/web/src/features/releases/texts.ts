import { catalogue } from '#texts/language.ts'
import { formatAlternatives } from '#ui/format-list.ts'
import { formatCount } from '#ui/format-number.ts'

export const texts = catalogue('releases', {
  title: 'Download Latest Version',
  lead: "The companion runs alongside the game on the streamer's computer and sends the results here.",

  installers: {
    title: {
      rollcall: 'Rollcall Companion for Windows',
      public: 'Companion for Windows',
    },
    explanation: {
      rollcall:
        "Install it and confirm once in the browser. From then on, every game is on the leaderboard seconds after it ends. The companion keeps games that it can't send yet, and it updates itself.",
      public: 'A third-party companion. Enter your companion address in its settings.',
    },
    none: 'No version has been uploaded yet.',
    noneHint: 'You can download the companion here once an admin has uploaded it.',
    downloading: 'Downloading...',
    downloadLabel: (fileName: string) => `Download of ${fileName}`,
    cancel: 'Cancel download',
    downloaded: (fileName: string) => `${fileName} has been downloaded.`,
    version: 'Version',
    size: 'Size',
    date: 'Date',
    checksum: 'SHA-256',
    retry: 'Press the button to try again.',
    noFileName: 'Latest file information is not available',
    invalid: 'Invalid response format',
  },

  notes: {
    title: 'Patch Notes',
    create: 'Create New Post',
    none: 'No patch notes available.',
    edit: 'Edit',
    delete: 'Delete',
    deleteTitle: 'Confirm Deletion',
    deleteQuestion: 'Are you sure you want to delete this patch note?',
    blank: 'This note has no text.',
    table: 'Table',
    done: 'Done',
    notDone: 'Not done',
  },

  note: {
    back: 'Back to Download',
    create: 'Create Patch Note',
    edit: 'Edit Patch Note',
    update: 'Update Patch Note',
    lead: 'Everybody who is signed in sees patch notes on the download page, newest first.',
    form: 'Patch note',
    title: 'Title',
    titleMissing: 'A patch note needs a title.',
    content: 'Content',
  },

  editor: {
    view: 'View',
    split: 'Split',
    editorOnly: 'Editor only',
    previewOnly: 'Preview only',
    preview: 'Preview',
    previewHint: 'Your text appears here as readers will see it.',
    hint: 'Tab indents. To leave the editor by keyboard, press Escape, then Tab.',
    tabKey: 'Tab key',
    tabs: (count: number) => formatCount(count, { one: 'tab', other: 'tabs' }),
    spaces: (count: number) => formatCount(count, { one: 'space', other: 'spaces' }),
    linkText: 'link text',

    formatting: 'Formatting',
    bold: 'Bold',
    italic: 'Italic',
    heading: 'Heading',
    link: 'Link',
    orderedList: 'Ordered list',
    unorderedList: 'Unordered list',
    quote: 'Quote',
    code: 'Code',
    undo: 'Undo',
    redo: 'Redo',
    withShortcut: (tool: string, shortcut: string) => `${tool} (${shortcut})`,

    table: 'Table',
    tableSize: 'Table size',
    columnsAndRows: (columns: number, rows: number) =>
      `${formatCount(columns, { one: 'column', other: 'columns' })}, ${formatCount(rows, { one: 'row', other: 'rows' })}`,
    column: (number: number) => `Column ${number}`,
  },

  upload: {
    title: 'Upload New Version',
    lead: 'What you upload becomes the latest version immediately, and the download page offers it to everybody.',
    installer: 'Installer',
    file: 'Installer file',
    product: 'Which companion is it?',
    rollcall: 'Rollcall Companion',
    public: 'The public companion',
    upload: 'Upload',
    uploading: 'Uploading...',
    uploadLabel: (fileName: string) => `Upload of ${fileName}`,
    cancel: 'Cancel upload',
    cancelled: 'The upload was cancelled.',
    stop: 'Stop the upload?',
    stopResult: 'The file has not arrived yet. Leaving this page stops the upload.',
    noFile: 'Please select a file to upload.',
    wrongType: (types: readonly string[]) =>
      `Only files whose names end in ${formatAlternatives(types)} can be uploaded.`,
    failed: 'Error uploading file.',
    done: 'File uploaded successfully.',
    isLatest: (size: string) => `<file/>, ${size}, is now the latest version.`,
    see: 'See it on the download page',
    checksum: 'SHA-256',

    rules: 'Rules',
    typeRule: 'The file must be a Windows program, and its name must end in <types/>.',
    sizeRule: 'It can be up to 500 MB, unless this server has a different limit.',
    nameRule:
      'A name can be used only once: an uploaded installer never changes, so give each version its own name.',
    versionRule:
      'Put the version number in the name, as in <example/>. Companions are then offered that version. Without a number in the name, they are offered the same version as before.',
    productRule:
      'Rollcall Companion and the public companion have versions of their own, so say which one it is. For Rollcall Companion, choose the file with <setup/> in its name.',
  },
})
