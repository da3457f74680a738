/** The style sheet of the copy. */
export const STYLE = `:root { color-scheme: light dark; --line: #8884; --soft: #8881; --link: #1c6fd1; }
@media (prefers-color-scheme: dark) { :root { --link: #7db4ff; } }
body { font: 16px/1.7 system-ui, "PingFang SC", "Microsoft YaHei", sans-serif; max-width: 52rem; margin: 0 auto; padding: 1rem; }
a { color: var(--link); text-decoration: none; }
a:not([href]) { color: inherit; }
a[href]:hover { text-decoration: underline; }
nav, footer, .facts { font-size: .875rem; opacity: .8; }
nav { margin-bottom: 1rem; }
h1 { font-size: 1.5rem; line-height: 1.3; overflow-wrap: anywhere; }
ul.list { list-style: none; padding: 0; }
ul.list li { padding: .5rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
ul.list ul.list { padding: .5rem 0 0 1.5rem; }
ul.list ul.list li:last-child { border: 0; }
article { padding: 1rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
article article { margin-left: 1.5rem; padding: .5rem .75rem; border: 0; background: var(--soft); }
img { max-width: 100%; max-height: 80vh; height: auto; }
img.avatar { width: 2rem; height: 2rem; border-radius: 50%; vertical-align: middle; }
blockquote { margin: .5rem 0; padding-left: 1rem; border-left: 3px solid var(--line); }
pre { overflow-x: auto; padding: .75rem; background: var(--soft); }
table { border-collapse: collapse; }
td, th { border: 1px solid var(--line); padding: .25rem .5rem; }
`;
