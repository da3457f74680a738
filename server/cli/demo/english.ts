import type { Section } from "./board.ts";

/** The corner for those who read and write English. */
export const english: Section = {
  name: "English",
  description: "A corner for conversations in English",
  icon: "🌍",
  color: "#c2410c",
  boards: [
    {
      name: "General talk",
      description: "Anything that fits nowhere else",
      icon: "💬",
      language: "en",
      words: {
        city: ["Lisbon", "Kraków", "Taipei", "Montréal", "Nairobi", "Melbourne"],
        hobby: ["gardening", "sourdough", "birdwatching", "bouldering", "repairing radios", "pottery"],
        habit: [
          "waking up early",
          "keeping a journal",
          "walking to work",
          "cooking in batches",
          "leaving the phone in another room",
        ],
      },
      topics: [
        {
          title: "What got you into {hobby}?",
          body: "A neighbour dragged me along two years ago and I have not stopped since. It costs almost nothing, it gets me away from screens, and I finally know people in my own street.\n\nHow did you start, and what would you tell a beginner?",
          replies: [
            "My grandfather. He never explained anything, he just let me watch.",
            "Start small. Most people quit because they buy everything in the first week.",
            "Honestly? A rainy holiday and a library book.",
          ],
          picture: true,
        },
        {
          title: "Moving to {city} in spring – what should I know?",
          body: "Job offer signed, flat not found yet. I have been there twice as a tourist, which teaches you nothing about paperwork, winters or bin collection.\n\nAnything you wish somebody had told you?",
          replies: [
            "Open a bank account before you do anything else, everything depends on it.",
            "Rent for a month first. Neighbourhoods look different on a Tuesday night.",
            "The second winter is easier. I promise.",
          ],
        },
        {
          title: "{habit}: a year later",
          body: "I kept notes, so here are numbers instead of feelings:\n\n- managed it on 291 of 365 days\n- longest gap: 11 days, after a cold\n- what changed: I stopped negotiating with myself\n\n> The trick was not motivation, it was making the first minute easy.",
          replies: [
            "That quote is going on my fridge.",
            "291 is excellent. I gave up on day 9.",
            "Did you replace anything, or just add it on top?",
          ],
        },
      ],
      replies: [
        "Same here, and I thought it was just me.",
        "Thanks for writing this up.",
        "I would add: be patient with yourself.",
        "Not my experience at all, but I live somewhere smaller.",
        "This made my morning.",
        "Bookmarked. I will report back in a month.",
        "Could you say more about the first few weeks?",
        "Friends in {city} told me exactly the opposite.",
        "I tried {habit} as well. It stuck after the third attempt.",
        "Good question, following.",
      ],
    },
    {
      name: "Web development",
      description: "Browsers, servers and what lies between",
      icon: "🕸️",
      language: "en",
      words: {
        thing: [
          "server rendering",
          "hydration",
          "CSS modules",
          "service workers",
          "web components",
          "view transitions",
        ],
        problem: ["layout shift", "a memory leak", "a slow first paint", "flaky tests", "a race condition"],
      },
      topics: [
        {
          title: "Hunting {problem} for three days",
          body: "It only happened in production, only on phones, and only on Mondays. The last part was a coincidence; the rest was not.\n\n```js\nelement.addEventListener('scroll', () => {\n  list.style.height = `${measure()}px`; // reads and writes in the same frame\n});\n```\n\nMeasuring first and writing afterwards fixed it. **Lesson: the profiler was right from the start, I just did not believe it.**",
          replies: [
            "The profiler is always right, which is what makes it so annoying.",
            "Reads and writes in one handler, a classic.",
            "How did you reproduce it in the end?",
          ],
        },
        {
          title: "Is {thing} worth it for a small site?",
          body: "Two developers, a few thousand visitors a day, mostly text. I like the idea, but every article about {thing} assumes a team of forty.\n\nWhat is the *smallest* version of this that pays off?",
          replies: [
            "Measure first. You may be done already.",
            "We did it for one page, kept it for that page, and never needed it elsewhere.",
            "The boring answer: cache your HTML and go outside.",
          ],
        },
        {
          title: "Show: my weekend project without a framework",
          body: "Four files, no build step, 9 kB in total. It will not scale, and it does not have to.\n\nI learned more about {thing} in two days than in two years of using tools that hide it.",
          replies: [
            "Love it. Does it work without JavaScript?",
            "9 kB! My favicon is larger.",
            "The best way to learn what your tools do for you.",
          ],
        },
        {
          title: "How do you test {thing}?",
          body: "Unit tests pass, browser tests pass, users still find bugs. Our coverage number is beautiful and apparently meaningless.\n\nWhich tests have caught *real* bugs for you?",
          replies: [
            "Property tests for anything with paging or sorting.",
            "One slow end-to-end journey beats fifty mocks.",
            "We delete tests that have never failed. Controversial, I know.",
          ],
        },
      ],
      replies: [
        "Works on my machine, which I realise is not helpful.",
        "Check the network panel with the cache disabled.",
        "We hit the same thing after the last upgrade.",
        "Please file it upstream, it is not just you.",
        "I would start by deleting half of the dependencies.",
        "A reproduction would help a lot.",
        "Have you tried it with a slow connection?",
        "Accessibility first, then we can talk about animations.",
        "The docs mention this in a footnote.",
        "{thing} is fine. The problem is usually what we build on top.",
        "Nice write-up, thank you.",
      ],
    },
    {
      name: "Learning Chinese",
      description: "Tones, characters, and where to find 包子",
      icon: "🀄",
      language: "en",
      words: {
        word: ["慢慢来", "加油", "马马虎虎", "随便", "辛苦了", "没事"],
        level: ["HSK 2", "HSK 3", "HSK 4", "HSK 5"],
      },
      topics: [
        {
          title: "What does “{word}” really mean?",
          body: "The dictionary gives three translations and none of them fits what I hear. My teacher laughed and said I would know when I needed it.\n\nExamples from real life, please!",
          replies: [
            "It depends on the tone of voice, sorry.",
            "“{word}” is what you say when there is nothing else to say.",
            "母语者表示：我也说不清楚，但一听就懂 😄",
          ],
        },
        {
          title: "Passed {level} – what worked and what did not",
          body: "Worked: reading aloud, short texts every day, writing ten characters by hand each morning.\n\nDid not work: apps with owls and streaks.\n\nTotal time: about fourteen months beside a full-time job.",
          replies: [
            "Congratulations! 恭喜恭喜！",
            "Which short texts did you use?",
            "Writing by hand is underrated, it finally made 己 and 已 stick.",
          ],
        },
        {
          title: "Language partner: my English for your 中文",
          body: "Beginner to {level}, patient, free most evenings. Half an hour in each language, camera optional, mistakes welcome.",
          replies: [
            "Interested! I am in Chengdu and need speaking practice.",
            "可以一起练习，周末有空",
            "Great idea, we should have a thread just for matching people.",
          ],
        },
      ],
      replies: [
        "加油！You are doing great.",
        "Tones come with listening, do not force them.",
        "Read children's books, they are harder than you think.",
        "Try to say it with the whole sentence, not the single word.",
        "My trick: label everything in the flat.",
        "语感是慢慢培养的，别着急",
        "I still mix up 买 and 卖 after five years.",
        "“{word}” was the first phrase I ever used correctly.",
      ],
    },
  ],
};
