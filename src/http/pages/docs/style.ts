/** The page's only style. It names no font, image or script from elsewhere. */
export const STYLE = `
:root{color-scheme:light dark;--bg:#fbfaf8;--panel:#fff;--ink:#1d1b18;--soft:#6a645b;--line:#e5e0d8;--accent:#9a4a12;--code:#f3efe8;--k:#7a3e9d;--s:#2f6f3e;--n:#a3540a;--c:#857d72;--get:#1f6f5c;--post:#2a56b5;--patch:#8a5a00;--delete:#a8292f;--ok:#1f6f5c;--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
@media (prefers-color-scheme:dark){:root{--bg:#161412;--panel:#1d1b18;--ink:#ece7df;--soft:#a59d91;--line:#36312b;--accent:#eb9b5c;--code:#25221e;--k:#cfa3ea;--s:#94cf9f;--n:#efb072;--c:#958c7f;--get:#62c9ae;--post:#8bb0ff;--patch:#e5b95c;--delete:#ff8d8d;--ok:#62c9ae}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:1.5rem}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;-webkit-text-size-adjust:100%}
a{color:var(--accent);text-decoration-thickness:1px;text-underline-offset:3px}
a:focus-visible,summary:focus-visible,pre:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:3px}
.skip{position:absolute;left:-9999px}.skip:focus{left:1rem;top:1rem;background:var(--panel);padding:.5rem 1rem;z-index:2}
.layout{display:grid;grid-template-columns:17.5rem minmax(0,1fr);max-width:100rem;margin:0 auto}
nav{position:sticky;top:0;height:100vh;overflow-y:auto;padding:2rem 1rem 3rem 1.75rem;border-right:1px solid var(--line);font-size:.875rem}
nav .brand{display:block;font-size:1.2rem;font-weight:700;letter-spacing:-.01em;color:var(--ink);text-decoration:none;margin-bottom:1.25rem}
nav .brand small{font-weight:400;color:var(--soft);font-size:.75rem;margin-left:.4rem}
nav h2{font-size:.7rem;text-transform:uppercase;letter-spacing:.09em;color:var(--soft);margin:1.4rem 0 .35rem;border:0;padding:0}
nav ul{list-style:none;margin:0;padding:0}
nav li a{display:flex;gap:.5rem;align-items:baseline;padding:.2rem 0;color:var(--ink);text-decoration:none}
nav li a:hover{color:var(--accent)}
main{padding:3rem clamp(1.25rem,4vw,4rem) 6rem;min-width:0}
header h1{font-size:clamp(2rem,4vw,2.75rem);line-height:1.1;letter-spacing:-.025em;margin:0 0 .75rem}
header p{max-width:44rem;font-size:1.1rem;color:var(--soft);margin:0 0 .5rem}
h2{font-size:1.6rem;letter-spacing:-.015em;line-height:1.25;margin:3.5rem 0 1rem;padding-top:1.5rem;border-top:1px solid var(--line)}
h3{font-size:1.2rem;letter-spacing:-.01em;margin:0 0 .4rem}
h4{font-size:.75rem;text-transform:uppercase;letter-spacing:.07em;color:var(--soft);margin:1.5rem 0 .4rem}
main p,main ol{max-width:46rem}
.columns p,.columns ol{max-width:none}
code{font:.875em/1.5 var(--mono);background:var(--code);padding:.1em .35em;border-radius:4px;overflow-wrap:anywhere}
pre{background:var(--code);border:1px solid var(--line);border-radius:8px;padding:1rem 1.1rem;overflow-x:auto;margin:1rem 0;max-width:60rem}
pre code{background:none;padding:0;font-size:.82rem;overflow-wrap:normal}
.k{color:var(--k)}.s{color:var(--s)}.n{color:var(--n)}.c{color:var(--c)}
.scroll{overflow-x:auto;margin:.25rem 0 1rem}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th{text-align:left;font-size:.75rem;color:var(--soft);font-weight:600}
th,td{padding:.5rem .9rem .5rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td:last-child,th:last-child{padding-right:0}
td:not(:last-child)>code{overflow-wrap:normal;white-space:nowrap}
.fields td:first-child{white-space:nowrap}
.fields td:nth-child(2){min-width:7rem;max-width:16rem}
.type{color:var(--soft);font-size:.85rem}
.bounds,.optional{display:block;font-size:.75rem;color:var(--soft)}
.endpoint,.object{background:var(--panel);border:1px solid var(--line);border-radius:12px;padding:1.5rem clamp(1rem,2vw,1.75rem);margin:1.25rem 0}
.columns{display:grid;grid-template-columns:minmax(0,1.25fr) minmax(0,1fr);gap:2rem}
.columns>div{min-width:0}
.route{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center;margin:.2rem 0 .6rem}
.route code{font-size:.95rem}
.credential{font-size:.75rem;color:var(--soft);border:1px solid var(--line);border-radius:99px;padding:.05rem .6rem}
.method{font:700 .68rem/1 var(--mono);letter-spacing:.03em;min-width:2.6rem;color:var(--post)}
.route .method{border:1px solid currentColor;border-radius:5px;padding:.3rem .45rem;min-width:0}
.method.get{color:var(--get)}.method.patch{color:var(--patch)}.method.delete{color:var(--delete)}
.status{font:700 .8rem/1 var(--mono)}.status.ok{color:var(--ok)}
.answer p{margin:.25rem 0}
.own-header{font-size:.875rem}
.examples figure{margin:0 0 1rem}
.examples figcaption{font:.75rem/1.4 var(--mono);color:var(--soft);margin-bottom:.3rem}
.examples pre{margin:0;white-space:pre-wrap}
.examples pre code{overflow-wrap:anywhere}
details{margin-top:1rem}
summary{cursor:pointer;font-size:.875rem;color:var(--soft)}
.error-codes{display:flex;flex-wrap:wrap;gap:.35rem .5rem}
.error-code{font:.75rem/1.4 var(--mono);color:var(--ink);text-decoration:none;border:1px solid var(--line);border-radius:5px;padding:.12rem .45rem}
.error-code b{color:var(--soft)}
.error-code:hover{border-color:var(--accent)}
.steps li{margin:.35rem 0}
tr:target,section:target{background:color-mix(in srgb,var(--accent) 9%,var(--panel))}
@media (max-width:72rem){.columns{grid-template-columns:minmax(0,1fr);gap:.5rem}}
@media (max-width:52rem){.layout{display:block}nav{position:static;height:auto;border-right:0;border-bottom:1px solid var(--line);padding:1.25rem}nav ul{display:flex;flex-wrap:wrap;gap:0 1.1rem}nav .brand{margin-bottom:.5rem}nav h2{margin-top:.9rem}main{padding-top:2rem}.fields thead{display:none}.fields tr,.fields td{display:block}.fields tr{border-bottom:1px solid var(--line);padding:.5rem 0}.fields td{border:0;padding:.1rem 0;max-width:none}.fields td:nth-child(2){max-width:none}}
@media print{nav{display:none}.layout{display:block}.endpoint,.object{break-inside:avoid-page;border-color:#999}}
`;
