import { placing } from './toast.tsx';

/** The gap in pixels, also to adjacent controls. */
const GAP = 8;

/** The position nearest to the top right corner where toasts cover no control: in the top bar, or on a phone in the first gap below it. */
placing.place = (region) => {
  const { left: now, top: nowTop, width, height } = region.getBoundingClientRect();
  const bar = document.querySelector('header')?.offsetHeight ?? 0;
  const others = Array.from(document.querySelectorAll('a, button, input, select, textarea'))
    .filter((each) => !region.contains(each))
    .map((each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect();
      // The bar hides what is scrolled below it.
      return { left, right, top: each.closest('main') === null ? top : Math.max(top, bar), bottom };
    });
  const isFree = (left: number, top: number) =>
    left >= 0 && !others.some((box) => box.left < left + width && box.right > left && box.top < top + height && box.bottom > top);
  if (isFree(now, nowTop)) return;
  const lefts = [window.innerWidth, ...others.map(({ left }) => left)].map((edge) => edge - GAP - width).sort((one, other) => other - one);
  for (let top = GAP; top + height < window.innerHeight; top += GAP) {
    const left = lefts.find((each) => isFree(each, top));
    if (left === undefined) continue;
    Object.assign(region.style, { top: `${top}px`, right: `${window.innerWidth - left - width}px` });
    return;
  }
};
