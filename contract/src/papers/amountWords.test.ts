import { expect, test } from 'vitest';

import { amountInWords } from './amountWords.ts';

test.each([
  [0, 'Rupees Zero Only', 'शून्य रुपये मात्र'],
  ['0.05', 'Rupees Zero and Paise Five Only', 'शून्य रुपये और पाँच पैसे मात्र'],
  [100, 'Rupees One Hundred Only', 'एक सौ रुपये मात्र'],
  ['1019.90', 'Rupees One Thousand Nineteen and Paise Ninety Only', 'एक हज़ार उन्नीस रुपये और नब्बे पैसे मात्र'],
  [
    '455822.20',
    'Rupees Four Lakh Fifty Five Thousand Eight Hundred Twenty Two and Paise Twenty Only',
    'चार लाख पचपन हज़ार आठ सौ बाईस रुपये और बीस पैसे मात्र',
  ],
  [10_000_000, 'Rupees One Crore Only', 'एक करोड़ रुपये मात्र'],
  [
    '999999999999.99',
    'Rupees Ninety Nine Thousand Nine Hundred Ninety Nine Crore Ninety Nine Lakh Ninety Nine Thousand Nine Hundred Ninety Nine and Paise Ninety Nine Only',
    'निन्यानवे हज़ार नौ सौ निन्यानवे करोड़ निन्यानवे लाख निन्यानवे हज़ार नौ सौ निन्यानवे रुपये और निन्यानवे पैसे मात्र',
  ],
  [-400, 'Minus Rupees Four Hundred Only', 'ऋण चार सौ रुपये मात्र'],
  ['-0.001', 'Rupees Zero Only', 'शून्य रुपये मात्र'],
  ['0.995', 'Rupees One Only', 'एक रुपये मात्र'],
])('the amount %s is written in words', (amount, english, hindi) => {
  expect([amountInWords(amount, 'en'), amountInWords(amount, 'hi')]).toEqual([english, hindi]);
});

test('every number below a hundred has a word of its own', () => {
  for (const language of ['en', 'hi'] as const) {
    const words = Array.from({ length: 100 }, (_, number) => amountInWords(number, language));
    expect(new Set(words).size).toBe(100);
    expect(words.filter((each) => /undefined| {2}/.test(each))).toEqual([]);
  }
});
