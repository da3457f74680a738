/** Emoji of Discuz! Q by the pinyin of what they show; those that no character shows are text. */
const DISCUZ_Q =
  "kelian 🥺 haqian 🥱 woshou 🤝 aixin ❤️ zuohengheng 😤 weixiao 🙂 jingkong 😱 tiaopi 😜 touxiao 🤭 youling 👻 " +
  "caidao 🔪 cahan 😅 hecai 👏 keai 😊 ciya 😁 saorao 😈 jingxi 🤩 ku 😎 piezui 😒 se 😍 xia 😨 yinxian 😏 " +
  "zhouma 🤬 kulou 💀 xu 🤫 jingya 😲 doge 🐶 bizui 🤐 yangtuo 🦙 shouqiang 🔫 baoquan 🙏 yun 😵 lanqiu 🏀 " +
  "zhemo 😩 guzhang 👏 shengli ✌️ zaijian 👋 dabing 🤒 deyi 😏 hanxiao 😄 kun 😪 hexie 🦀 daku 😭 wozuimei 💃 " +
  "xiaoku 😂 xigua 🍉 huaixiao 😏 liulei 😢 lenghan 😓 qiudale 🙇 zhayanjian 😉 qiaoda 🔨 baojin 🤗 OK 👌 " +
  "xiaojiujie 🤔 gouyin 👈 youhengheng 😤 tuosai 🤔 nanguo 🙁 quantou 👊 haixiu ☺️ koubi 👃 qiang 👍 pijiu 🍺 " +
  "bishi 😒 yiwen ❓ liuhan 😓 wunai 🤷 aini 🤟 bangbangtang 🍭 penxue 🩸 haobang 👍 qinqin 😘 xiaoyanger 😆 " +
  "fendou 💪 ganga 😅 shuai 😞 juhua 🌼 baiyan 🙄 fanu 😡 jie 🤤 chi 😋 kuaikule 😭 zhuakuang 😫 shui 😴 dan 🥚 " +
  "aoman 😤 fadai 😳 leiben 😭 tu 🤮 weiqu 🥺 xieyanxiao 😏";
/** Smileys that Discuz! X and phpBB come with. */
const CLASSIC =
  ":) 🙂 :-) 🙂 :( 🙁 :-( 🙁 :D 😀 :-D 😀 :'( 😢 :@ 😡 :o 😮 :-o 😮 :P 😛 :-P 😛 :p 😛 ;) 😉 ;-) 😉 ;P 😜 :$ 😳 " +
  ":L 😓 :Q 🤔 :lol 😂 :loveliness: 🥰 :funk: 😱 :curse: 🤬 :dizzy: 😵 :shutup: 🤐 :sleepy: 😴 :hug: 🤗 " +
  ":victory: ✌️ :time: ⏰ :kiss: 😘 :handshake 🤝 :call: 📞 :-? 😕 :? 😕 8-) 😎 :-x 😡 :x 😡 :-| 😐 :| 😐 " +
  ":lol: 😂 :oops: 😳 :cry: 😢 :evil: 👿 :twisted: 😈 :roll: 🙄 :wink: 😉 :mrgreen: 😁 :geek: 🤓 :ugeek: 🤓 " +
  ":shock: 😲 :eek: 😲 :mad: 😡 :razz: 😛 :cool: 😎 :sad: 🙁 :smile: 🙂 :grin: 😀 :neutral: 😐 :!: ❗ :?: ❓ " +
  ":idea: 💡 :arrow: ➡️";
/** Names that GitHub, NodeBB, Discourse and Flarum have in common: those that are written most. */
const NAMED =
  "grinning 😀 smiley 😃 grin 😁 laughing 😆 satisfied 😆 sweat_smile 😅 joy 😂 rofl 🤣 blush 😊 innocent 😇 " +
  "slight_smile 🙂 slightly_smiling_face 🙂 upside_down 🙃 upside_down_face 🙃 relieved 😌 heart_eyes 😍 " +
  "smiling_face_with_three_hearts 🥰 kissing_heart 😘 yum 😋 stuck_out_tongue 😛 stuck_out_tongue_winking_eye 😜 " +
  "zany_face 🤪 nerd_face 🤓 sunglasses 😎 star_struck 🤩 partying_face 🥳 smirk 😏 unamused 😒 disappointed 😞 " +
  "pensive 😔 worried 😟 confused 😕 frowning 😦 slight_frown 🙁 weary 😩 pleading_face 🥺 sob 😭 triumph 😤 " +
  "angry 😠 rage 😡 exploding_head 🤯 flushed 😳 scream 😱 fearful 😨 cold_sweat 😰 hugs 🤗 hugging_face 🤗 " +
  "thinking 🤔 thinking_face 🤔 shushing_face 🤫 lying_face 🤥 no_mouth 😶 neutral_face 😐 expressionless 😑 " +
  "grimacing 😬 roll_eyes 🙄 hushed 😯 open_mouth 😮 astonished 😲 sleeping 😴 drooling_face 🤤 dizzy_face 😵 " +
  "zipper_mouth_face 🤐 nauseated_face 🤢 sneezing_face 🤧 mask 😷 cowboy_hat_face 🤠 smiling_imp 😈 imp 👿 " +
  "clown_face 🤡 poop 💩 hankey 💩 ghost 👻 skull 💀 alien 👽 robot 🤖 wave 👋 ok_hand 👌 v ✌️ crossed_fingers 🤞 " +
  "point_left 👈 point_right 👉 point_up ☝️ point_up_2 👆 point_down 👇 +1 👍 thumbsup 👍 -1 👎 thumbsdown 👎 " +
  "fist ✊ punch 👊 facepunch 👊 clap 👏 raised_hands 🙌 open_hands 👐 pray 🙏 handshake 🤝 muscle 💪 eyes 👀 " +
  "brain 🧠 shrug 🤷 facepalm 🤦 heart ❤️ orange_heart 🧡 yellow_heart 💛 green_heart 💚 blue_heart 💙 " +
  "purple_heart 💜 broken_heart 💔 sparkling_heart 💖 two_hearts 💕 100 💯 boom 💥 sweat_drops 💦 dash 💨 zzz 💤 " +
  "fire 🔥 sparkles ✨ star ⭐ star2 🌟 zap ⚡ sunny ☀️ cloud ☁️ snowflake ❄️ rainbow 🌈 umbrella ☔ ocean 🌊 " +
  "tada 🎉 gift 🎁 birthday 🎂 balloon 🎈 trophy 🏆 medal_sports 🏅 rose 🌹 cherry_blossom 🌸 sunflower 🌻 " +
  "four_leaf_clover 🍀 christmas_tree 🎄 dog 🐶 cat 🐱 mouse 🐭 rabbit 🐰 panda_face 🐼 pig 🐷 monkey_face 🐵 " +
  "see_no_evil 🙈 hear_no_evil 🙉 speak_no_evil 🙊 bug 🐛 turtle 🐢 snake 🐍 whale 🐳 beer 🍺 beers 🍻 coffee ☕ " +
  "tea 🍵 pizza 🍕 apple 🍎 watermelon 🍉 cake 🍰 cookie 🍪 popcorn 🍿 soccer ⚽ basketball 🏀 rocket 🚀 car 🚗 " +
  "airplane ✈️ hourglass ⌛ watch ⌚ phone ☎️ iphone 📱 computer 💻 desktop_computer 🖥️ keyboard ⌨️ camera 📷 " +
  "tv 📺 bulb 💡 mag 🔍 lock 🔒 unlock 🔓 key 🔑 hammer 🔨 wrench 🔧 gear ⚙️ link 🔗 paperclip 📎 pushpin 📌 " +
  "memo 📝 pencil 📝 book 📖 books 📚 email 📧 inbox_tray 📥 package 📦 calendar 📆 chart_with_upwards_trend 📈 " +
  "bell 🔔 loudspeaker 📢 mega 📣 speech_balloon 💬 thought_balloon 💭 warning ⚠️ no_entry ⛔ x ❌ " +
  "heavy_check_mark ✔️ white_check_mark ✅ question ❓ exclamation ❗ heavy_exclamation_mark ❗ recycle ♻️ " +
  "arrow_up ⬆️ arrow_down ⬇️ arrow_left ⬅️ arrow_right ➡️ information_source ℹ️ copyright ©️ tm ™️ checkered_flag 🏁";

function pairsOf(list: string, sign: string): [code: string, emoji: string][] {
  const words = list.split(" ");
  const pairs: [string, string][] = [];
  for (let at = 0; at < words.length; at += 2) pairs.push([`${sign}${words[at]}${sign}`, words[at + 1]!]);
  return pairs;
}

const EMOJIS: ReadonlyMap<string, string> = new Map([
  ...pairsOf(NAMED, ":"),
  ...pairsOf(DISCUZ_Q, ":"),
  ...pairsOf(CLASSIC, ""),
]);

/** Gives the character for a smiley that software of forums comes with, such as `:)`, `:weixiao:`, `:tada:`. */
export function emojiOf(code: string): string | null {
  return EMOJIS.get(code) ?? null;
}
