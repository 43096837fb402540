const grouped = new Intl.NumberFormat('en-GB');

/** A number as it is shown: 12640 is "12,640". */
export const shown = (value: number) => grouped.format(value);

/** A number and its noun: "1 row", "2,190 rows". */
export const counted = (value: number, noun: string) => `${shown(value)} ${noun}${value === 1 ? '' : 's'}`;
