import { DEFAULT_PLATFORM, platformName } from '@rollcall/scoring/platforms'
import { PRACTICE_STREAMERS } from './practice-streamers.ts'

interface Params {
  redirect_uri: string
  state: string
}

export function practicePage(productName: string, asked: Params): string {
  const hidden = Object.entries(asked)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')
  const choices = PRACTICE_STREAMERS.map(
    (name) =>
      `<li><button name="name" value="${name}"><img src="/practice-platform/pictures/${name.toLowerCase()}.svg" alt="" width="40" height="40" loading="lazy">${name}</button></li>`,
  ).join('')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(productName)} - Practice sign-in</title>
<style>${STYLE}</style>
</head>
<body>
<p class="banner" role="note"><strong>Practice sign-in.</strong> This is not ${platformName(DEFAULT_PLATFORM)}: anyone on this machine can be anyone.</p>
<main>
<h1>Who do you want to be?</h1>
<form action="/practice-platform/oauth2/grant">${hidden}
<label for="name">Type a name</label>
<div class="row"><input id="name" name="name" required pattern="[A-Za-z0-9_]{1,25}" title="1 to 25 letters, digits or underscores" autocomplete="off" spellcheck="false"><button class="go">Sign in with this name</button></div>
</form>
<h2>Or choose a sample streamer</h2>
<form action="/practice-platform/oauth2/grant">${hidden}<ul>${choices}</ul></form>
</main>
</body>
</html>`
}

const STYLE = `
:root{color-scheme:dark light;font:16px/1.5 system-ui,sans-serif}
body{margin:0;background:light-dark(#f6f7fb,#12141c);color:light-dark(#1a1d29,#eceef6)}
.banner{margin:0;padding:.75rem 1rem;background:#ffc53d;color:#2b1d00;text-align:center}
main{max-width:60rem;margin:0 auto;padding:1rem}
h1{font-size:1.6rem}h2{font-size:1.1rem;margin-top:2rem}
label{display:block;margin-bottom:.35rem}
.row{display:flex;gap:.5rem;flex-wrap:wrap}
input{flex:1 1 12rem;font:inherit;padding:.6rem .75rem;border-radius:.5rem;border:1px solid light-dark(#8a90a6,#5a6078);background:light-dark(#fff,#1b1e2a);color:inherit}
button{font:inherit;color:inherit;cursor:pointer;border-radius:.5rem;border:1px solid light-dark(#c9cddb,#343a50);background:light-dark(#fff,#1b1e2a)}
button:hover{border-color:currentColor}
:focus-visible{outline:3px solid #ffc53d;outline-offset:2px}
.go{padding:.6rem 1rem;font-weight:600}
ul{list-style:none;padding:0;margin:0;display:grid;gap:.5rem;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr))}
li button{display:flex;align-items:center;gap:.6rem;width:100%;padding:.5rem .6rem;text-align:left}
img{border-radius:50%}`

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
