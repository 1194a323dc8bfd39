import { isTypeScript, type SourceFile } from './project.js';

/** Stands for what is not prose, and so for the end of a paragraph. */
const BREAK = '\0';

/**
 * The comments of code, or the text of a page, with everything else blanked out: as long as the file, so that
 * a place in the one is a place in the other.
 */
export function proseOf({ path, text }: SourceFile): string {
  if (isTypeScript(path) || path.endsWith('.css')) return commentsOf(text);
  if (path.endsWith('.md')) return textOf(text);
  return text.replace(/^.*$/gm, (line) => (/^\s*# /.test(line) ? line.replace('#', ' ') : blank(line)));
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, BREAK);
}

function commentsOf(text: string): string {
  const stringOrComment =
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|(\/\*[\s\S]*?\*\/|(?<!\\)\/\/[^\n]*)/g;
  let prose = '';
  for (const match of text.matchAll(stringOrComment)) {
    const comment = match[2];
    if (comment === undefined) continue;
    prose += blankCode(text.slice(prose.length, match.index));
    prose += comment.replace(/^\s*(\/\*\*?|\*\/|\*(?=\s|$)|\/\/)|\*\/$/gm, (mark) =>
      mark.replace(/\S/g, ' '),
    );
  }
  return prose + blankCode(text.slice(prose.length));
}

/** Code between two comments ends a paragraph; the indentation between two lines of one comment does not. */
function blankCode(code: string): string {
  return code.trim() === '' ? code : blank(code);
}

function textOf(page: string): string {
  return page
    .replace(/^( *)```[\s\S]*?^\1```$/gm, blank)
    .replace(/^#.*$/gm, blank)
    .replace(/\|/g, BREAK);
}
