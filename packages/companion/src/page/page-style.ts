/** The local page's style: the site's colours, dark or light like the computer. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;
--ground:light-dark(#faf8f3,#0d1517);--card:light-dark(#fff,#19292e);--line:light-dark(#dad2c1,#2b4147);
--text:light-dark(#16211f,#e9f0ee);--soft:light-dark(#57604f,#a5b7b8);--press:light-dark(#ffb52e,#ffb52e);
--link:light-dark(#0a645a,#63d8c6);--bad:light-dark(#a3261b,#ff9c8f);--good:light-dark(#0d7a6c,#63d8c6)}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 'Segoe UI Variable Text','Segoe UI',system-ui,sans-serif}
header,main{max-width:46rem;margin:0 auto;padding:0 1.25rem}
header{display:flex;align-items:baseline;justify-content:space-between;padding-top:1.75rem}
h1{font-size:1.5rem;margin:0}
h2{font-size:1.05rem;margin:0 0 .5rem}
p{margin:.25rem 0}
a{color:var(--link)}
.soft{color:var(--soft);font-size:.9rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1rem 1.25rem;margin:1rem 0}
.card:empty,.card:has(>:empty:only-child){display:none}
.status{font-size:1.15rem;font-weight:650}
.status::before{content:'';display:inline-block;width:.7em;height:.7em;border-radius:50%;margin-right:.55em;background:var(--good)}
.status.amiss::before{background:var(--bad)}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:0 1rem}
.number{font-size:1.8rem;font-weight:700;font-variant-numeric:tabular-nums}
ol{margin:.5rem 0 0;padding-left:1.6rem}
li{margin:.15rem 0}
ul{margin:0;padding:0;list-style:none}
ul li{padding:.6rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
ul li:first-child{border-top:0;padding-top:0}
ol span{float:right;font-variant-numeric:tabular-nums}
code{font:.9em ui-monospace,Consolas,monospace;overflow-wrap:anywhere}
form{margin:.5rem 0 0}
li form,#import-actions form{display:inline}
label{display:block;font-weight:600;margin:.5rem 0 .2rem}
input{width:100%;font:inherit;color:inherit;background:var(--ground);border:1px solid var(--soft);border-radius:8px;padding:.5rem .65rem}
button{font:inherit;font-weight:650;border:0;border-radius:8px;padding:.45rem .9rem;margin:.5rem .4rem 0 0;background:var(--press);color:#16211f;cursor:pointer}
button.plain{background:none;color:var(--link);border:1px solid var(--line)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
summary{cursor:pointer;color:var(--link)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;color:var(--soft);margin:.4rem 0}
.problem{color:var(--bad);font-weight:600}
button.switch{background:none;color:inherit;padding-left:0}
button.switch::before{content:'';display:inline-block;width:2.2em;height:1.2em;margin-right:.6em;vertical-align:-.2em;border:1px solid var(--soft);border-radius:1em;background:radial-gradient(circle at .6em 50%,var(--soft) .4em,transparent .45em)}
button.switch[aria-checked=true]::before{border-color:var(--good);background:radial-gradient(circle at calc(100% - .6em) 50%,var(--card) .4em,transparent .45em) var(--good)}
progress{width:100%;accent-color:var(--good)}
`
