// Opens the page that was asked for as soon as the portal answers.
(function () {
  function reachable() {
    return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
      (answer) => answer.ok,
      () => false,
    );
  }
  async function look() {
    if (await reachable()) location.reload();
    else setTimeout(() => void look(), 3000);
  }
  async function retry() {
    if (await reachable()) location.reload();
    else document.getElementById('status').textContent = 'Still no answer.';
  }
  document.getElementById('retry').addEventListener('click', () => void retry());
  void look();
})();
