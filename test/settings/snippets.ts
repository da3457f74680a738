/** Snippets as the services give them out: which one, whose it is, its text, and where it reports to. */
export const SNIPPETS: readonly [string, string | null, string, string[]][] = [
  [
    "Baidu",
    "Baidu",
    `<script>
var _hmt = _hmt || [];
(function() {
  var hm = document.createElement("script");
  hm.src = "https://hm.baidu.com/hm.js?0123456789abcdef0123456789abcdef";
  var s = document.getElementsByTagName("script")[0];
  s.parentNode.insertBefore(hm, s);
})();
</script>`,
    ["https://hm.baidu.com"],
  ],
  [
    "Google",
    "Google",
    `<!-- Google tag (gtag.js) -->
<script async src="https://www.googletagmanager.com/gtag/js?id=G-ABCDEF1234"></script>
<script>
  window.dataLayer = window.dataLayer || [];
  function gtag(){dataLayer.push(arguments);}
  gtag('js', new Date());
  gtag('config', 'G-ABCDEF1234');
</script>`,
    ["https://*.google-analytics.com", "https://*.analytics.google.com", "https://*.googletagmanager.com"],
  ],
  [
    "Umami's cloud",
    "Umami",
    `<script defer src="https://cloud.umami.is/script.js" data-website-id="94db1cb1-74f4-4a40-ad6c-962362670409"></script>`,
    ["https://*.umami.is", "https://*.umami.dev"],
  ],
  [
    "an Umami of one's own, with another place for its data",
    "Umami",
    `<script async defer src="https://stats.school.example/umami.js" data-website-id="94db1cb1" data-host-url="https://collect.school.example:8443"></script>`,
    ["https://stats.school.example", "https://collect.school.example:8443"],
  ],
  [
    "Plausible's cloud",
    "Plausible",
    `<script defer data-domain="forum.example.com" src="https://plausible.io/js/script.js"></script>`,
    ["https://plausible.io"],
  ],
  [
    "a Plausible of one's own",
    "Plausible",
    `<script async src="https://views.club.example/js/pa-x1y2z3.js"></script>
<script>
  window.plausible=window.plausible||function(){(plausible.q=plausible.q||[]).push(arguments)},plausible.init=plausible.init||function(i){plausible.o=i||{}};
  plausible.init({ endpoint: "https://api.club.example/api/event" })
</script>`,
    ["https://views.club.example", "https://api.club.example"],
  ],
  [
    "Matomo, with an address that has no scheme",
    "Matomo",
    `<!-- Matomo -->
<script>
  var _paq = window._paq = window._paq || [];
  _paq.push(['trackPageView']);
  (function() {
    var u="//matomo.club.example/";
    _paq.push(['setTrackerUrl', u+'matomo.php']);
    _paq.push(['setSiteId', '1']);
    var d=document, g=d.createElement('script'), s=d.getElementsByTagName('script')[0];
    g.async=true; g.src=u+'matomo.js'; s.parentNode.insertBefore(g,s);
  })();
</script>
<noscript><p><img src="//matomo.club.example/matomo.php?idsite=1&amp;rec=1" alt="" /></p></noscript>`,
    ["https://matomo.club.example"],
  ],
  [
    "Matomo's cloud",
    "Matomo",
    `<script>var _paq = window._paq = window._paq || []; (function() { var u="https://club.matomo.cloud/";
    _paq.push(['setTrackerUrl', u+'matomo.php']);
    g.src='https://cdn.matomo.cloud/club.matomo.cloud/matomo.js'; })();</script>`,
    ["https://club.matomo.cloud", "https://cdn.matomo.cloud"],
  ],
  [
    "nobody known",
    null,
    `new Image().src = "http://counter.example.net/hit.gif"; fetch("https://forum.example.com/own"); var ns = "http://www.w3.org/2000/svg"`,
    ["https://counter.example.net"],
  ],
];
