// Actions that differ only in whom they are about, such as fortifying beside each piece.

const FEWEST = 3;

/**
 * The members of a group, those that belong together as one family.
 * @param {object[]} options of one group
 * @returns {{stem: string, effect: string, options: object[]}[]} a family of one has no stem
 */
export function families(options) {
  const found = new Map();
  options.forEach((option, n) => {
    const stem = option.effect ? option.text.replace(/ \d+$/, "") : `${n}`;
    const key = stem === option.text ? `${n}` : `${stem}: ${option.effect}`;
    const family = found.get(key) ?? { stem, effect: option.effect, options: [] };
    family.options.push(option);
    found.set(key, family);
  });
  return [...found.values()].flatMap((family) =>
    family.options.length >= FEWEST
      ? [family]
      : family.options.map((option) => ({ stem: "", effect: "", options: [option] })));
}

/** What is certain to come of every action of a family. */
export function common(options) {
  const [first, ...others] = options.map(({ follows }) => follows ?? []);
  return first.filter((words) => others.every((follows) => follows.includes(words)));
}
