// The buzzer. Browsers allow no sound before the first key or touch.

const VOLUME = 0.06;
const EDGE_S = 0.004; // a tone that starts or stops at once clicks

export class Buzzer {
  constructor() {
    this.muted = localStorage.getItem("muted") === "yes";
    this.hz = 0;
  }

  /** Call on each gesture until there is sound. */
  wake() {
    if (this.context) return;
    this.context = new AudioContext();
    this.gain = new GainNode(this.context, { gain: 0 });
    this.oscillator = new OscillatorNode(this.context, { type: "triangle" });
    this.oscillator.connect(this.gain).connect(this.context.destination);
    this.oscillator.start();
    this.tone(this.hz);
  }

  tone(hz) {
    this.hz = hz;
    if (!this.context) return;
    const now = this.context.currentTime;
    if (hz) this.oscillator.frequency.setValueAtTime(hz, now);
    this.gain.gain.setTargetAtTime(hz && !this.muted ? VOLUME : 0, now, EDGE_S);
  }

  mute(muted) {
    this.muted = muted;
    localStorage.setItem("muted", muted ? "yes" : "no");
    this.tone(this.hz);
  }
}
